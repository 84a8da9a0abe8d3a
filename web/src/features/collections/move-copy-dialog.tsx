import { api, bodyOf } from '../../kit/api/client'
import { BulkResult, failureMessage, followJob } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { PickDialog } from '../../kit/form/pick-dialog'
import { pluralise } from '../../kit/format/numbers'
import type { Selected } from '../../kit/table/types'
import { reloadContents, selectionBody } from './contents-calls'

const words = {
  copy: { title: 'Copy to another collection', submit: 'Copy', working: 'Copying to another collection…', done: 'copied' },
  move: { title: 'Move to another collection', submit: 'Move', working: 'Moving to another collection…', done: 'moved' },
} as const

/** CopyOrMove is the action of the dialog, as the API names it. */
export type CopyOrMove = keyof typeof words

type Props = { act: CopyOrMove; from: number; selected: Selected; onClose: (done: boolean) => void }

/** MoveCopyDialog asks for the target collection of selected or all matching content. */
export function MoveCopyDialog({ act, from, selected, onClose }: Props) {
  const { title, submit, working, done } = words[act]

  async function save(to: number) {
    const body = { collection_id: to, ...selectionBody(selected) }
    const answer = bodyOf(await api.POST(`/api/admin/collections/{id}/content/${act}`, { params: { path: { id: String(from) } }, body }))
    return { ...answer, changed: 'copied' in answer ? answer.copied : answer.moved }
  }

  /** reportResult shows the result, after the job has finished if there is one. */
  async function reportResult({ job, ...answer }: Awaited<ReturnType<typeof save>>) {
    try {
      const task = job === undefined ? undefined : await followJob(job, working, `The selected content could not be ${done}.`)
      const { changed, skipped } = task ? { changed: task.added, skipped: task.skipped } : answer
      notify.done(<BulkResult text={`The selected content has been successfully ${done}`} changed={changed} skipped={skipped} />)
    } catch (error) {
      notify.failed(failureMessage(error))
    }
    void reloadContents()
  }

  return (
    <PickDialog
      title={title}
      name="collection_id"
      label="Collection"
      placeholder="Find a collection by name"
      from="search/collections"
      submit={`${submit} ${pluralise(selected.count, 'item')}`}
      save={save}
      saved={(answer) => {
        onClose(true)
        void reportResult(answer)
      }}
      onClose={() => onClose(false)}
    />
  )
}
