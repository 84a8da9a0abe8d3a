import { api, bodyOf, queries } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import { confirm } from '../../kit/dialog/confirm'
import { followed, whyNot } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { number, several } from '../../kit/format/numbers'
import { Rich } from '../../kit/format/rich'
import type { Selected } from '../../kit/table/types'

/** contentOf is the address of what a collection holds. */
export const contentOf = (id: number) => `collections/${id}/content`

/** chosen is a selection as the calls on a collection's content take it. */
export const chosen = (selected: Selected) => ('ids' in selected ? { content_ids: selected.ids } : { filter: selected.filter })

/** freshen reads again what is shown of collections, of what is in them, and of where content is. */
export function freshen() {
  const held = queries.invalidateQueries({ predicate: ({ queryKey }) => /^collections\/\d+\//.test(String(queryKey[0])) })
  return Promise.all([held, reload('collections'), reload('content')])
}

/** askToTakeOut takes content out of a collection, after a question. Resolves to whether it is gone, or is being taken out. */
export function askToTakeOut(id: number, selected: Selected): Promise<boolean> {
  return confirm({
    title: 'Remove content',
    text: <Rich text="Remove **{items}** from this collection?" values={{ items: several(selected.count, 'content item') }} />,
    action: 'Remove',
    danger: true,
    async run() {
      const call = { params: { path: { id: String(id) } }, body: chosen(selected) }
      const { job, removed } = bodyOf(await api.POST('/api/admin/collections/{id}/content/remove', call))
      void told(removed, job)
    },
  })
}

async function told(removed: number, job?: number) {
  try {
    const working = 'Removing from this collection…'
    const count = job === undefined ? removed : (await followed(job, working, 'The selected content could not be removed.')).added
    notify.done(`${number(count)} item(s) successfully removed from this collection`)
  } catch (error) {
    notify.failed(whyNot(error))
  }
  void freshen()
}
