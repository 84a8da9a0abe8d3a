import { queries } from '../api/client'
import { fetchList, type ListPath, listKey } from '../api/lists'
import { currentUser } from '../session/session'
import { paramsOf, readState, type TableSpec } from '../table/state'
import { withDefault } from '../table/views'
import type { Resource } from './define'

/** View is how a screen shows a list: sort order, tabs, filters and fixed parameters. */
export type View<P extends ListPath> = Pick<Resource<P>, 'path' | 'sort' | 'filters' | 'tabs' | 'fixed' | 'prefix'> & {
  /** The name of the table, if it is not the path of its list. */
  tableName?: string
}

/** tableNameOf returns the name of a table, which is the same for all parents of nested records. */
export const tableNameOf = ({ tableName, path }: { tableName?: string; path: string }) => tableName ?? path.replace(/\d+/g, 'id')

/** specOf returns the table spec of a view. */
export function specOf<P extends ListPath>(view: View<P>): TableSpec {
  const { sort, filters, tabs, fixed, prefix } = view
  return {
    name: prefix ? undefined : tableNameOf(view),
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
    const user = currentUser()
    const effective = withDefault(spec, search, spec.name ? user?.default_views?.[spec.name] : undefined)
    const params = paramsOf(spec, readState(spec, effective, user?.settings.page_size ?? 25))
    void queries.prefetchQuery({ queryKey: listKey(view.path, params), queryFn: ({ signal }) => fetchList(view.path, params, signal) })
  }
