import { api, bodyOf } from '../../kit/api/client'
import { type ChoicePath, reload } from '../../kit/api/lists'
import { BulkResult, failureMessage, followJob } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { PickDialog } from '../../kit/form/pick-dialog'
import { pluralise } from '../../kit/format/numbers'
import { selectionBody } from '../../kit/table/selection'
import type { Selected } from '../../kit/table/types'

/** The records content can be added to, with the lookup that finds them by name. */
const targets = {
  collection: { path: 'collections', from: 'search/collections' },
  library: { path: 'libraries', from: 'options/libraries' },
  publisher: { path: 'publishers', from: 'options/publishers' },
  'subject area': { path: 'tags', from: 'options/tags' },
  destination: { path: 'destinations', from: 'search/destinations' },
} as const satisfies Record<string, { path: string; from: ChoicePath }>

/** LinkChange is a bulk action that adds content to one of the targets, or removes it. */
export type LinkChange = { adds: true; target: keyof typeof targets } | { adds: false; target: 'subject area' | 'destination' }

type Props = { change: LinkChange; selected: Selected; onClose: (done: boolean) => void }

/** AddToDialog asks for the record that selected or all matching items are added to, or removed from. */
export function AddToDialog({ change, selected, onClose }: Props) {
  const { adds, target } = change
  return (
    <PickDialog
      title={`${adds ? 'Add to' : 'Remove from'} a ${target}`}
      about={'filter' in selected ? aboutAll(change, selected) : undefined}
      name="id"
      label={target.charAt(0).toUpperCase() + target.slice(1)}
      placeholder={`Find a ${target} by name`}
      from={targets[target].from}
      submit={`${adds ? 'Add' : 'Remove'} ${pluralise(selected.count, 'item')}`}
      save={async (id) => {
        const request = { params: { path: { id: String(id) } }, body: selectionBody(selected, 'content_ids') }
        if (change.adds) {
          const { added, ...outcome } = bodyOf(await api.POST(`/api/admin/${targets[change.target].path}/{id}/content`, request))
          return { changed: added, ...outcome }
        }
        const { removed, ...outcome } = bodyOf(await api.POST(`/api/admin/${targets[change.target].path}/{id}/content/remove`, request))
        return { changed: removed, ...outcome }
      }}
      saved={(result) => {
        onClose(true)
        void reportResult(change, result)
      }}
      onClose={() => onClose(false)}
    />
  )
}

/** aboutAll says what happens to all matching items. */
function aboutAll({ adds, target }: LinkChange, { count }: Selected): string {
  const items = `All ${pluralise(count, 'item')} that match`
  return adds ? `${items} are added to the ${target} you choose. Nothing is overwritten.` : `${items} are removed from the ${target} you choose.`
}

const texts = {
  add: { working: 'Adding to', done: 'added to', failed: 'The selected content could not be added.', reason: 'already there' },
  remove: { working: 'Removing from', done: 'removed from', failed: 'The selected content could not be removed.', reason: 'not in it' },
}

/** reportResult shows the result, after the job has finished if there is one. */
async function reportResult({ adds, target }: LinkChange, { job, ...result }: { changed: number; skipped: number; job?: number }) {
  const { working, done, failed, reason } = texts[adds ? 'add' : 'remove']
  try {
    if (job !== undefined) {
      const { added, skipped } = await followJob(job, `${working} this ${target}…`, failed)
      result = { changed: added, skipped }
    }
    notify.done(<BulkResult text={`The selected content has been ${done} this ${target}`} {...result} reason={reason} />)
  } catch (error) {
    notify.failed(failureMessage(error))
  }
  void reload('content')
  void reload(targets[target].path)
}
