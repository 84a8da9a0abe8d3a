import { api, bodyOf } from '../../kit/api/client'
import { BulkResult, failureMessage, followJob } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { PickDialog } from '../../kit/form/pick-dialog'
import { pluralise } from '../../kit/format/numbers'
import { selectionBody } from '../../kit/table/selection'
import type { Selected } from '../../kit/table/types'
import { reloadContents } from './contents-calls'

const texts = {
  copy: { title: 'Copy to another collection', submit: 'Copy', working: 'Copying to another collection…', done: 'copied' },
  move: { title: 'Move to another collection', submit: 'Move', working: 'Moving to another collection…', done: 'moved' },
} as const

/** CopyOrMove is the action of the dialog, as the API names it. */
export type CopyOrMove = keyof typeof texts

type Props = { action: CopyOrMove; from: number; selected: Selected; onClose: (done: boolean) => void }

/** MoveCopyDialog asks for the target collection of selected or all matching content. */
export function MoveCopyDialog({ action, from, selected, onClose }: Props) {
  const { title, submit, working, done } = texts[action]

  async function save(to: number) {
    const body = { collection_id: to, ...selectionBody(selected, 'content_ids') }
    const response = bodyOf(await api.POST(`/api/admin/collections/{id}/content/${action}`, { params: { path: { id: String(from) } }, body }))
    return { ...response, changed: 'copied' in response ? response.copied : response.moved }
  }

  /** reportResult shows the result, after the job has finished if there is one. */
  async function reportResult({ job, ...result }: Awaited<ReturnType<typeof save>>) {
    try {
      const task = job === undefined ? undefined : await followJob(job, working, `The selected content could not be ${done}.`)
      const { changed, skipped } = task ? { changed: task.added, skipped: task.skipped } : result
      notify.done(<BulkResult text={`The selected content has been successfully ${done}`} changed={changed} skipped={skipped} />)
    } catch (error) {
      notify.failed(failureMessage(error))
    }
    void reloadContents()
  }

  return (
    <PickDialog
      title={title}
      about={'filter' in selected ? `All ${pluralise(selected.count, 'item')} that match are ${done} to the collection you choose.` : undefined}
      name="collection_id"
      label="Collection"
      placeholder="Find a collection by name"
      from="search/collections"
      without={[from]}
      submit={`${submit} ${pluralise(selected.count, 'item')}`}
      save={save}
      saved={(result) => {
        onClose(true)
        void reportResult(result)
      }}
      onClose={() => onClose(false)}
    />
  )
}
