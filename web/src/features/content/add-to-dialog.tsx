import { api, bodyOf } from '../../kit/api/client'
import { type ChoicePath, reload } from '../../kit/api/lists'
import type { Added } from '../../kit/api/schema.gen'
import { BulkResult, failureMessage, followJob } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { PickDialog } from '../../kit/form/pick-dialog'
import { pluralise } from '../../kit/format/numbers'
import type { Selected } from '../../kit/table/types'

/** The records content can be added to, with the lookup that finds them by name. */
export const targets = {
  collection: { path: 'collections', from: 'search/collections' },
  library: { path: 'libraries', from: 'options/libraries' },
  publisher: { path: 'publishers', from: 'options/publishers' },
} as const satisfies Record<string, { path: string; from: ChoicePath }>

export type Target = keyof typeof targets

type Props = { to: Target; selected: Selected; onClose: (done: boolean) => void }

/** AddToDialog adds selected or all matching items to one collection, library or publisher. */
export function AddToDialog({ to, selected, onClose }: Props) {
  const { path, from } = targets[to]
  return (
    <PickDialog
      title={`Add to a ${to}`}
      name="id"
      label={to.charAt(0).toUpperCase() + to.slice(1)}
      placeholder={`Find a ${to} by name`}
      from={from}
      submit={`Add ${pluralise(selected.count, 'item')}`}
      save={async (id) => {
        const body = 'ids' in selected ? { content_ids: selected.ids } : { filter: selected.filter }
        return bodyOf(await api.POST(`/api/admin/${path}/{id}/content`, { params: { path: { id: String(id) } }, body }))
      }}
      saved={(result) => {
        onClose(true)
        void reportResult(to, result)
      }}
      onClose={() => onClose(false)}
    />
  )
}

/** reportResult shows the result, after the job has finished if there is one. */
async function reportResult(to: Target, { job, ...result }: Added) {
  try {
    const { added, skipped } = job === undefined ? result : await followJob(job, `Adding to this ${to}…`, 'The selected content could not be added.')
    notify.done(<BulkResult text={`The selected content has been added to this ${to}`} changed={added} skipped={skipped} />)
  } catch (error) {
    notify.failed(failureMessage(error))
  }
  void reload('content')
  void reload(targets[to].path)
}
