import { api } from '../api/client'
import { type InputOf, type ListPath, type RowOf, reload } from '../api/lists'

const at = (path: string, id?: number) => (id === undefined ? `/api/admin/${path}` : `/api/admin/${path}/${id}`) as never

async function item<P extends ListPath>(answer: Promise<unknown>): Promise<RowOf<P>> {
  const { data } = (await answer) as { data: { item: RowOf<P> } | { data: RowOf<P> } }
  return 'item' in data ? data.item : data.data
}

/** The four things that are done with one record, at any address that has them. */
export const find = <P extends ListPath>(path: P, id: number) => item<P>(api.GET(at(path, id)) as never)

export const create = <P extends ListPath>(path: P, input: InputOf<P>) => item<P>(api.POST(at(path), { body: input } as never) as never)

export const update = <P extends ListPath>(path: P, id: number, changed: Partial<InputOf<P>>, version?: number) =>
  item<P>(api.PUT(at(path, id), { body: { ...(changed as object), ...(version !== undefined && { version }) } } as never) as never)

export async function remove(path: ListPath, id: number) {
  await api.DELETE(at(path, id))
  await reload(path, id)
}
