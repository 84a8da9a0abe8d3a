import { holdChange } from '../api/changes'
import { api, bodyOf } from '../api/client'
import { messageOf } from '../api/error'
import type { Task } from '../api/schema.gen'
import { number } from '../format/numbers'
import { notify } from './notices'

class JobFailed extends Error {}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1000))

type Progress = Pick<Task, 'state' | 'total' | 'done' | 'problem'>

/** followJob shows the progress of a job until it is done. `failedText` is the sentence before the reason if the job fails. */
export function followJob(job: number, workingText: string, failedText: string): Promise<Task> {
  return follow(async () => bodyOf(await api.GET('/api/admin/jobs/{id}', { params: { path: { id: String(job) } } })).item, workingText, failedText)
}

/** follow does the same for any task that can be polled. */
export async function follow<W extends Progress>(load: () => Promise<W>, workingText: string, failedText: string): Promise<W> {
  const offerUndo = holdChange()
  const notice = notify.working(workingText)
  try {
    while (true) {
      const task = await load()
      if (task.state === 'done') {
        offerUndo()
        return task
      }
      if (task.state === 'failed') throw new JobFailed(`${failedText} ${task.problem}`)
      if (task.total) notice.progress(task.done / task.total)
      await pause()
    }
  } finally {
    notice.end()
  }
}

/** failureMessage returns the message of a failed bulk action, whether the request or the job failed. */
export const failureMessage = (error: unknown) => (error instanceof JobFailed ? error.message : messageOf(error))

type ResultProps = { text: string; changed: number; skipped: number /** Why records were skipped, after "was" or "were". */; reason?: string }

/** BulkResult is the notice of a bulk action, with the number of records that were skipped, and why. */
export function BulkResult({ text, changed, skipped, reason = 'already there' }: ResultProps) {
  const skippedText = `${number(skipped)} ${skipped === 1 ? 'was' : 'were'} ${reason}.`
  return (
    <>
      <div>{text}</div>
      {skipped > 0 && <small>{changed === 0 && skipped > 1 ? `Everything was ${reason}.` : skippedText}</small>}
    </>
  )
}
