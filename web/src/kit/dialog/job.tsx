import { api, bodyOf } from '../api/client'
import { messageOf } from '../api/error'
import type { Task } from '../api/schema.gen'
import { number } from '../format/numbers'
import { notify } from './notices'

class Failed extends Error {}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1000))

type Work = Pick<Task, 'state' | 'total' | 'done' | 'problem'>

/** followJob shows the progress of a job until it is done. `refused` is the sentence before the reason if the job fails. */
export function followJob(job: number, working: string, refused: string): Promise<Task> {
  return follow(async () => bodyOf(await api.GET('/api/admin/jobs/{id}', { params: { path: { id: String(job) } } })).item, working, refused)
}

/** follow does the same for any task that can be polled. */
export async function follow<W extends Work>(load: () => Promise<W>, working: string, refused: string): Promise<W> {
  const work = notify.working(working)
  try {
    while (true) {
      const task = await load()
      if (task.state === 'done') return task
      if (task.state === 'failed') throw new Failed(`${refused} ${task.problem}`)
      if (task.total) work.progress(task.done / task.total)
      await pause()
    }
  } finally {
    work.end()
  }
}

/** failureMessage returns the message of a failed bulk action, whether the request or the job failed. */
export const failureMessage = (error: unknown) => (error instanceof Failed ? error.message : messageOf(error))

/** Done is the notice of a bulk action, with the number of records that were skipped. */
export function Done({ text, changed, skipped }: { text: string; changed: number; skipped: number }) {
  const there = `${number(skipped)} ${skipped === 1 ? 'was' : 'were'} already there.`
  return (
    <>
      <div>{text}</div>
      {skipped > 0 && <small>{changed === 0 && skipped > 1 ? 'Everything was already there.' : there}</small>}
    </>
  )
}
