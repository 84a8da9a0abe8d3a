import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { tooltip } from '../../ui/tooltip'
import { lazyComponent } from '../lazy'
import { preload } from '../preload'
import type { Columns } from './columns'

const load = () => import('./column-list').then((file) => file.ColumnList)
const ColumnList = lazyComponent(load)

/** ColumnChooser is the button that opens the list of columns, which is loaded on the first click. */
export function ColumnChooser<R>({ columns }: { columns: Columns<R> }) {
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!used) return
    ref.current?.focus() // the popover has rendered a new button
    setOpened(true)
  }, [used])
  if (columns.all.filter((column) => !column.fixed).length < 2) return null
  const handleClick = () => (used ? setOpened(!opened) : startTransition(() => setUsed(true)))
  const button = (
    <ActionIcon
      {...tooltip('Columns')}
      ref={ref}
      aria-label="Choose columns"
      aria-haspopup="dialog"
      aria-expanded={opened}
      onPointerEnter={() => preload(load)}
      onClick={handleClick}
    >
      <IconColumns3 size={18} />
    </ActionIcon>
  )
  return (
    <Suspense fallback={button}>{used ? <ColumnList columns={columns} button={button} opened={opened} onChange={setOpened} /> : button}</Suspense>
  )
}
