import { Button } from '@mantine/core'
import { api, bodyOf } from '../../kit/api/client'
import { ApiError, messageOf } from '../../kit/api/error'
import { type ChoicePath, reload } from '../../kit/api/lists'
import type { Added } from '../../kit/api/schema.gen'
import { Dialog } from '../../kit/dialog/dialog'
import { notify } from '../../kit/dialog/notices'
import { useForm } from '../../kit/form/form'
import { FormBody, SubmitButton } from '../../kit/form/form-body'
import { PickerField } from '../../kit/form/picker-field'
import { number, several } from '../../kit/format/numbers'
import type { Selected } from '../../kit/table/types'

/** What content can be added to, and where one is found by name. */
export const shelves = {
  collection: { path: 'collections', from: 'search/collections' },
  library: { path: 'libraries', from: 'options/libraries' },
  publisher: { path: 'publishers', from: 'options/publishers' },
} as const satisfies Record<string, { path: string; from: ChoicePath }>

export type Shelf = keyof typeof shelves

type Props = { to: Shelf; selected: Selected; onClose: (done: boolean) => void }

/** AddToDialog adds selected items, or all that match, to one collection, library or publisher. */
export function AddToDialog({ to, selected, onClose }: Props) {
  const { path, from } = shelves[to]
  const form = useForm({
    initial: { id: null as number | null },
    async save({ id }) {
      if (id === null) throw new ApiError(422, { errors: { id: ['This field is required.'] } })
      const body = 'ids' in selected ? { content_ids: selected.ids } : { filter: selected.filter }
      return bodyOf(await api.POST(`/api/admin/${path}/{id}/content`, { params: { path: { id: String(id) } }, body }))
    },
    saved(answer) {
      onClose(true)
      void told(to, answer)
    },
  })
  return (
    <Dialog title={`Add to a ${to}`} size={440} onClose={() => onClose(false)}>
      <FormBody
        form={form}
        plain
        foot={
          <>
            <Button variant="default" onClick={() => onClose(false)}>
              Cancel
            </Button>
            <SubmitButton form={form}>{`Add ${several(selected.count, 'item')}`}</SubmitButton>
          </>
        }
      >
        <PickerField
          form={form}
          name="id"
          label={to.charAt(0).toUpperCase() + to.slice(1)}
          placeholder={`Find a ${to} by name`}
          from={from}
          autoFocus
        />
      </FormBody>
    </Dialog>
  )
}

/** told says what came of it, when it has: many are added by a job that takes its time. */
async function told(to: Shelf, { job, ...answer }: Added) {
  try {
    const { added, skipped } = job === undefined ? answer : await followed(to, job)
    notify.done(
      <>
        <div>The selected content has been added to this {to}</div>
        {skipped > 0 && <small>{added === 0 && skipped > 1 ? 'All of it was there already.' : there(skipped)}</small>}
      </>,
    )
  } catch (error) {
    notify.failed(error instanceof Failed ? error.message : messageOf(error))
  }
  void reload('content')
  void reload(shelves[to].path)
}

const there = (count: number) => `${number(count)} ${count === 1 ? 'was' : 'were'} there already.`

class Failed extends Error {}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1000))

/** followed shows how far the job is until it is done. */
async function followed(to: Shelf, job: number): Promise<{ added: number; skipped: number }> {
  const work = notify.working(`Adding to this ${to}…`)
  try {
    while (true) {
      const { item: task } = bodyOf(await api.GET('/api/admin/jobs/{id}', { params: { path: { id: String(job) } } }))
      if (task.state === 'done') return task
      if (task.state === 'failed') throw new Failed(`The selected content could not be added. ${task.problem}`)
      if (task.total) work.progress(task.done / task.total)
      await pause()
    }
  } finally {
    work.end()
  }
}
