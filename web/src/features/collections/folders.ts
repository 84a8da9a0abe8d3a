import { admin } from '../../kit/api/admin'
import { api, bodyOf } from '../../kit/api/client'
import { type Params, reload } from '../../kit/api/lists'
import type { BrowserPage, Folder } from '../../kit/api/schema.gen'

/** Owner is whose folders are browsed, and where one of them is opened; without a folder it is the top. */
export type Owner = { kind: 'partners' | 'users'; id: number; name: string; at: (folder?: number | null) => string }

const below = ({ kind, id }: Owner, rest: string) => `${kind}/${id}/${rest}`

/** foldersKey begins the key of all that is known of an owner's folders: one change may move any of it. */
export const foldersKey = ({ kind, id }: Owner) => `${kind}/${id}/folders`

/** levelAt is the address of what is right inside a folder. */
export const levelAt = ({ kind, id }: Owner, folder: number | null) => `${kind}/${id}/collections-folders${folder === null ? '' : `/${folder}`}`

/** browse reads what is right inside a folder. */
export async function browse(owner: Owner, folder: number | null, query: Params, signal: AbortSignal) {
  return admin.get<BrowserPage>(levelAt(owner, folder), query, signal)
}

/** findFolders looks among all folders of an owner, with the way to each. */
export async function findFolders(owner: Owner, query: string, signal: AbortSignal) {
  return (await admin.get<{ items: Folder[] }>(below(owner, 'folders'), { per_page: 50, ...(query && { query }) }, signal)).items
}

export async function createFolder(owner: Owner, input: { name: string; parent_id: number | null }) {
  return (await admin.post<{ item: Folder }>(below(owner, 'folders'), input)).item
}

const at = (id: number) => ({ params: { path: { id: String(id) } } })

export async function updateFolder(id: number, body: { name?: string; parent_id?: number | null; version?: number }) {
  return bodyOf(await api.PUT('/api/admin/folders/{id}', { ...at(id), body })).item
}

export async function moveCollection(id: number, folder_id: number | null) {
  return bodyOf(await api.PUT('/api/admin/collections/{id}', { ...at(id), body: { folder_id } })).item
}

export async function removeFolder(id: number) {
  await api.DELETE('/api/admin/folders/{id}', at(id))
}

/** reloadFolders reads again what is shown of an owner's folders, and the owner's page, which counts. */
export const reloadFolders = (owner: Owner) => reload(foldersKey(owner))
