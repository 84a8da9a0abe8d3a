import { queries } from '../api/client'
import { fetchList, type ListPath, listKey } from '../api/lists'
import { currentUser } from '../session/session'
import { paramsOf, readState, type TableSpec } from '../table/state'
import type { Resource } from './define'

/** View is how a screen shows a list: sort order, tabs, filters and fixed parameters. */
export type View<P extends ListPath> = Pick<Resource<P>, 'path' | 'sort' | 'filters' | 'tabs' | 'fixed' | 'prefix'>

/** specOf returns the table spec of a view. */
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

type Search = Record<string, string | undefined>

/** prefetch returns a function that loads the list a screen is about to show, while the screen itself is being rendered. */
export const prefetch =
  <P extends ListPath>(view: View<P>) =>
  (search: Search) => {
    const spec = specOf(view)
    const params = paramsOf(spec, readState(spec, search, currentUser()?.settings.page_size ?? 25))
    void queries.prefetchQuery({ queryKey: listKey(view.path, params), queryFn: ({ signal }) => fetchList(view.path, params, signal) })
  }
