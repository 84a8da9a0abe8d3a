import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import { ReorderDialog } from '../../kit/reorder/reorder-dialog'
import { IconTile } from '../../ui/icon'

const path = '/api/admin/content-types/reorder'

export function ReorderMediaTypes({ onClose }: { onClose: () => void }) {
  const types = useQuery({
    queryKey: ['content-types', 'reorder'],
    queryFn: async () => bodyOf(await api.GET(path)).items,
    refetchOnWindowFocus: false,
  })
  return (
    <ReorderDialog
      title="Reorder media types"
      items={types.data}
      name={(type) => type.name}
      draw={(type) => (
        <>
          <IconTile name={type.icon} />
          {type.name}
        </>
      )}
      save={async (order) => {
        await api.PUT(path, { body: { order } })
        await reload('content-types')
      }}
      says="Media types order has been updated."
      onClose={onClose}
    />
  )
}
