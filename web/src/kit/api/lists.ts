import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { admin, type Params } from './admin'
import { queries } from './client'
import type { Meta, paths } from './schema.gen'

type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never
type ResponseOf<O> = O extends { responses: { 200: infer R } } ? Json<R> : never
type OperationsAt<P extends string> = `/api/admin/${P}` extends keyof paths ? paths[`/api/admin/${P}`] : never

export type Page<R> = { items: R[]; meta: Meta }

/** ListPath is every path of the admin API that returns a page of items. */
export type ListPath = {
  [P in keyof paths]: P extends `/api/admin/${infer Name}`
    ? ResponseOf<paths[P]['get']> extends { items: unknown[]; meta: Meta }
      ? Name
      : never
    : never
}[keyof paths]

/** ItemOf is an item of the list at a path, and RowOf is an item with a numeric id. */
export type ItemOf<P extends ListPath> = ResponseOf<OperationsAt<P>['get']> extends { items: (infer R extends object)[] } ? R : never
export type RowOf<P extends ListPath> = ResponseOf<OperationsAt<P>['get']> extends { items: (infer R extends { id: number })[] } ? R : never

/** ParamsOf are the parameters of a list: sort, filters, search. A filter that takes several values also takes one. */
export type ParamsOf<P extends ListPath> = OperationsAt<P>['get'] extends { parameters: { query?: infer Q } } ? OneOfEach<NonNullable<Q>> : never
type OneOfEach<Q> = { [N in keyof Q]: NonNullable<Q[N]> extends (infer V)[] ? V | undefined : Q[N] }
export type SortOf<P extends ListPath> = ParamsOf<P> extends { sort?: infer S } ? NonNullable<S> & string : never

/** InputOf is the request body that creates a record at a path. */
export type InputOf<P extends ListPath> =
  OperationsAt<P> extends { post: { requestBody: { content: { 'application/json': infer B extends object } } } } ? B : never

/** RecordPath is every path whose records can be loaded by id, and RecordOf is such a record. */
export type RecordPath = {
  [P in keyof paths]: P extends `/api/admin/${infer Name}/{id}` ? (RecordOf<Name> extends never ? never : Name) : never
}[keyof paths]
export type RecordOf<P extends string> =
  ResponseOf<OperationsAt<`${P}/{id}`>['get']> extends { item: infer R } | { data: infer R } ? NonNullable<R> : never

/** ChoicePath is every lookup: lists of {id, name}. */
export type ChoicePath = Extract<ListPath, `options/${string}` | `search/${string}`>

export type { Params }

export const listKey = (path: string, params?: Params) => (params ? [path, 'list', params] : [path])

/** fetchList loads a page of records, fetchItems a page of items without ids. */
export const fetchList = <P extends ListPath>(path: P, params: Params, signal?: AbortSignal) => admin.get<Page<RowOf<P>>>(path, params, signal)

export const fetchItems = <P extends ListPath>(path: P, params: Params, signal?: AbortSignal) => admin.get<Page<ItemOf<P>>>(path, params, signal)

/** useList loads a page of records; the previous page stays while another one loads. */
export function useList<P extends ListPath>(path: P, params: Params) {
  return useQuery({ queryKey: listKey(path, params), queryFn: ({ signal }) => fetchList(path, params, signal), placeholderData: keepPreviousData })
}

/**
 * reload invalidates the list at a path, the lookups of the same records, and the parent records,
 * which show counts. The page of a deleted record is not requested again while it is still open:
 * it would redirect to 404 during the navigation to the list.
 */
export function reload(path: string, deletedId?: number) {
  const parents = [...path.matchAll(/\/\d+\//g)].map((match) => path.slice(0, match.index))
  const affected = new Set([path, `options/${path}`, `search/${path}`, ...parents])
  const recordKey = [path, 'page', String(deletedId)]
  void queries.invalidateQueries({ queryKey: recordKey, refetchType: 'none' })
  return queries.invalidateQueries({ predicate: ({ queryKey }) => affected.has(String(queryKey[0])) && queryKey.join() !== recordKey.join() })
}
