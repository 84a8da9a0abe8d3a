import { useQuery } from '@tanstack/react-query'
import { api, queries } from '../api/client'
import type { SavedView } from '../api/schema.gen'
import { changeMe, currentUser } from '../session/session'

const keyOf = (table: string) => ['views', table]

/** useViews loads the views of a table: the user's own, and the shared ones. */
export function useViews(table: string, enabled: boolean) {
  return useQuery({
    queryKey: keyOf(table),
    queryFn: async ({ signal }) => (await api.GET('/api/admin/views', { params: { query: { table } }, signal })).data?.items ?? [],
    enabled,
  })
}

export type ViewInput = Partial<Pick<SavedView, 'name' | 'params' | 'columns' | 'shared' | 'default' | 'version'>>

export async function createView(table: string, input: ViewInput & { name: string }): Promise<SavedView> {
  const { data } = await api.POST('/api/admin/views', { body: { table, ...input } })
  return applied(data?.item as SavedView)
}

export async function updateView({ id }: SavedView, body: ViewInput): Promise<SavedView> {
  const { data } = await api.PUT('/api/admin/views/{id}', { params: { path: { id: String(id) } }, body })
  return applied(data?.item as SavedView)
}

export async function deleteView(view: SavedView) {
  await api.DELETE('/api/admin/views/{id}', { params: { path: { id: String(view.id) } } })
  applied({ ...view, default: false })
}

/** applied updates the default view that the session holds, and the list of views. */
function applied(view: SavedView): SavedView {
  const { [view.table]: before, ...others } = currentUser()?.default_views ?? {}
  if (view.default) changeMe({ default_views: { ...others, [view.table]: view } })
  else if (before?.id === view.id) changeMe({ default_views: others })
  void queries.invalidateQueries({ queryKey: keyOf(view.table) })
  return view
}
