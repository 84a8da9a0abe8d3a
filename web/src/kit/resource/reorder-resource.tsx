import { useQuery } from '@tanstack/react-query'
import { admin } from '../api/admin'
import { type ListPath, type RowOf, reload } from '../api/lists'
import { ReorderDialog } from '../reorder/reorder-dialog'
import type { Row } from '../table/types'
import type { Resource } from './define'

/** ReorderResource is the dialog that reorders the records of an entity. */
export function ReorderResource<P extends ListPath>({ resource, onClose }: { resource: Resource<P>; onClose: () => void }) {
  const { path, many, name, reorder } = resource
  const reorderPath = `${path}/reorder`
  const rows = useQuery({
    queryKey: [path, 'reorder'],
    queryFn: async () => (await admin.get<{ items: (RowOf<P> & Row)[] }>(reorderPath)).items,
    refetchOnWindowFocus: false,
  })
  return (
    <ReorderDialog
      title={`Reorder ${many.toLowerCase()}`}
      items={rows.data}
      name={name}
      renderItem={(row) => reorder?.renderItem(row)}
      save={async (order) => {
        await admin.put(reorderPath, { order })
        await reload(path)
      }}
      notice={reorder?.notice ?? ''}
      onClose={onClose}
    />
  )
}
