import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../api/error'
import { listKey } from '../api/lists'
import { SideDialog } from '../dialog/side-dialog'
import { UseLinks } from './use-links'
import { usesOf } from './uses'

type Props = { path: string; id: number; name: string; onClose: () => void }

/** UsedInPanel lists what refers to a record. */
export function UsedInPanel({ path, id, name, onClose }: Props) {
  const found = useQuery({ queryKey: [...listKey(path), 'uses', id], queryFn: () => usesOf(path, id), staleTime: 0 })
  return (
    <SideDialog title="Used in" about={name} onClose={onClose}>
      {found.isError ? (
        <p role="alert">{messageOf(found.error)}</p>
      ) : !found.data ? (
        <Skeleton height={72} />
      ) : found.data.length === 0 ? (
        <p className="dimmed">Nothing refers to this record.</p>
      ) : (
        <UseLinks uses={found.data} onFollow={onClose} />
      )}
    </SideDialog>
  )
}
