import { admin } from '../api/admin'
import { type InputOf, type ListPath, type RowOf, reload } from '../api/lists'

type Item<P extends ListPath> = { item: RowOf<P> } | { data: RowOf<P> }

const recordOf = <P extends ListPath>(response: Item<P>) => ('item' in response ? response.item : response.data)

/** find, create, update and remove act on one record of a list. */
export const find = async <P extends ListPath>(path: P, id: number) => recordOf<P>(await admin.get(`${path}/${id}`))

export const create = async <P extends ListPath>(path: P, input: InputOf<P>) => recordOf<P>(await admin.post(path, input))

export const update = async <P extends ListPath>(path: P, id: number, changed: Partial<InputOf<P>>, version?: number) =>
  recordOf<P>(await admin.put(`${path}/${id}`, version === undefined ? changed : { ...changed, version }))

export async function remove(path: ListPath, id: number) {
  await admin.delete(`${path}/${id}`)
  await reload(path, id)
}
