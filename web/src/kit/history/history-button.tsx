import { ActionIcon, Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../lazy'
import type { HistoryEvents, HistoryRecord } from './record'

const HistoryDrawer = lazyComponent(() => import('./history-drawer').then((file) => file.HistoryDrawer))

type Props = HistoryEvents & { record: HistoryRecord /** Only an icon, for the header of a dialog. */; icon?: boolean; className?: string }

/** HistoryButton opens the history of a record. */
export function HistoryButton({ record, icon, className, ...events }: Props) {
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  return (
    <>
      {icon ? (
        <ActionIcon aria-label="History" title="History" onClick={open}>
          <IconHistory size={18} />
        </ActionIcon>
      ) : (
        <Button variant="default" className={className} leftSection={<IconHistory size={16} />} onClick={open}>
          History
        </Button>
      )}
      <Suspense>{opened && <HistoryDrawer record={record} onClose={() => setOpened(false)} {...events} />}</Suspense>
    </>
  )
}
