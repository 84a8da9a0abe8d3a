import { queries } from '../api/client'
import { fetchList, type ListPath, listKey } from '../api/lists'
import { currentUser } from '../session/session'
import { paramsOf, readState, type TableSpec } from '../table/state'
import type { Resource } from './define'

/** View is what a screen shows of a list: its order, tabs and filters, and what it is narrowed to at all times. */
export type View<P extends ListPath> = Pick<Resource<P>, 'path' | 'sort' | 'filters' | 'tabs' | 'fixed' | 'prefix'>

/** specOf is the table of an entity's screen. */
export function specOf<P extends ListPath>({ sort, filters, tabs, fixed, prefix }: View<P>): TableSpec {
  return {
    sort,
    fixed,
    prefix,
    filters: filters?.map((filter) => filter.name),
    initial: Object.fromEntries((filters ?? []).flatMap(({ name, initial }) => (initial ? [[name, initial]] : []))),
    tab: tabs && { name: tabs.param, initial: tabs.list[0]?.value ?? '' },
  }
}

/** ask asks for the list a screen is about to show, while the screen itself is still being drawn. */
export function ask<P extends ListPath>(resource: View<P>, search: Record<string, string | undefined>) {
  const spec = specOf(resource)
  const params = paramsOf(spec, readState(spec, search, currentUser()?.settings.page_size ?? 25))
  void queries.prefetchQuery({ queryKey: listKey(resource.path, params), queryFn: ({ signal }) => fetchList(resource.path, params, signal) })
}
