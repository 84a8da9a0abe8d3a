import { api, bodyOf } from '../api/client'
import { messageOf } from '../api/error'
import type { Task } from '../api/schema.gen'
import { number } from '../format/numbers'
import { notify } from './notices'

class Failed extends Error {}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1000))

type Work = Pick<Task, 'state' | 'total' | 'done' | 'problem'>

/** followed shows how far a job is until it is done. `refused`: the sentence before the reason, should it be given up. */
export function followed(job: number, working: string, refused: string): Promise<Task> {
  return follow(async () => bodyOf(await api.GET('/api/admin/jobs/{id}', { params: { path: { id: String(job) } } })).item, working, refused)
}

/** follow does that for any long work, which is asked for again and again. */
export async function follow<W extends Work>(ask: () => Promise<W>, working: string, refused: string): Promise<W> {
  const work = notify.working(working)
  try {
    while (true) {
      const task = await ask()
      if (task.state === 'done') return task
      if (task.state === 'failed') throw new Failed(`${refused} ${task.problem}`)
      if (task.total) work.progress(task.done / task.total)
      await pause()
    }
  } finally {
    work.end()
  }
}

/** whyNot is what a person may read of work on many records that failed, at once or in a job. */
export const whyNot = (error: unknown) => (error instanceof Failed ? error.message : messageOf(error))

/** Done is a notice about many records, with a word about those that were where they should be already. */
export function Done({ text, changed, skipped }: { text: string; changed: number; skipped: number }) {
  const there = `${number(skipped)} ${skipped === 1 ? 'was' : 'were'} already there.`
  return (
    <>
      <div>{text}</div>
      {skipped > 0 && <small>{changed === 0 && skipped > 1 ? 'Everything was already there.' : there}</small>}
    </>
  )
}
