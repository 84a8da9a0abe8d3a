import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Suspense } from 'react'
import { tooltip } from '../../ui/tooltip'
import { lazyComponent } from '../lazy'
import { useFirstOpen } from '../menu/first-open'
import { type Columns, choosableOf } from './columns'

const load = () => import('./column-list').then((file) => file.ColumnList)
const ColumnList = lazyComponent(load)

/** ColumnChooser is the button that opens the list of columns, which is loaded on the first click. */
export function ColumnChooser<R>({ columns }: { columns: Columns<R> }) {
  const { used, opened, setOpened, button: props } = useFirstOpen(load)
  if (choosableOf(columns).length < 2) return null
  const button = (
    <ActionIcon {...tooltip('Columns')} {...props} aria-label="Choose columns" aria-haspopup="dialog">
      <IconColumns3 size={18} />
    </ActionIcon>
  )
  return (
    <Suspense fallback={button}>{used ? <ColumnList columns={columns} button={button} opened={opened} onChange={setOpened} /> : button}</Suspense>
  )
}
