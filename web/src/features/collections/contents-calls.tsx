import { api, bodyOf, queries } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import { confirm } from '../../kit/dialog/confirm'
import { failureMessage, followJob } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import { number, pluralise } from '../../kit/format/numbers'
import { Rich } from '../../kit/format/rich'
import { selectionBody } from '../../kit/table/selection'
import type { Selected } from '../../kit/table/types'

/** contentOf returns the path of a collection's content. */
export const contentOf = (id: number) => `collections/${id}/content`

/** reloadContents reloads collections, their content, and the content list, which shows its collections. */
export function reloadContents() {
  const contents = queries.invalidateQueries({ predicate: ({ queryKey }) => /^collections\/\d+\//.test(String(queryKey[0])) })
  return Promise.all([contents, reload('collections'), reload('content')])
}

/** includeContent adds an item to a collection, or removes it. */
export async function includeContent(id: number, item: number, inside: boolean) {
  const request = { params: { path: { id: String(id) } }, body: { content_ids: [item] } }
  if (inside) bodyOf(await api.POST('/api/admin/collections/{id}/content', request))
  else bodyOf(await api.POST('/api/admin/collections/{id}/content/remove', request))
}

/** askToRemoveContent removes content from a collection after a confirmation. It resolves to whether the removal was done or started. */
export function askToRemoveContent(id: number, selected: Selected): Promise<boolean> {
  return confirm({
    title: 'Remove content',
    text: <Rich text="Remove **{items}** from this collection?" values={{ items: pluralise(selected.count, 'content item') }} />,
    action: 'Remove',
    danger: true,
    async run() {
      const request = { params: { path: { id: String(id) } }, body: selectionBody(selected, 'content_ids') }
      const { job, removed } = bodyOf(await api.POST('/api/admin/collections/{id}/content/remove', request))
      void reportRemoved(removed, job)
    },
  })
}

async function reportRemoved(removed: number, job?: number) {
  try {
    const working = 'Removing from this collection…'
    const count = job === undefined ? removed : (await followJob(job, working, 'The selected content could not be removed.')).added
    notify.done(`${number(count)} item(s) successfully removed from this collection`)
  } catch (error) {
    notify.failed(failureMessage(error))
  }
  void reloadContents()
}
