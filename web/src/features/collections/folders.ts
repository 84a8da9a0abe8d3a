import { admin } from '../../kit/api/admin'
import { api, bodyOf } from '../../kit/api/client'
import { type Params, reload } from '../../kit/api/lists'
import type { BrowserPage, Folder } from '../../kit/api/schema.gen'

/** Owner is the owner of the folders, with the URL of a folder; without a folder, of the top level. */
export type Owner = { kind: 'partners' | 'users'; id: number; name: string; urlOf: (folder?: number | null) => string }

const ownerPath = ({ kind, id }: Owner, rest: string) => `${kind}/${id}/${rest}`

/** foldersKey is the prefix of all query keys of an owner's folders, which are invalidated together. */
export const foldersKey = ({ kind, id }: Owner) => `${kind}/${id}/folders`

/** levelPath returns the path of the direct content of a folder. */
export const levelPath = ({ kind, id }: Owner, folder: number | null) => `${kind}/${id}/collections-folders${folder === null ? '' : `/${folder}`}`

/** browse loads the direct content of a folder. */
export async function browse(owner: Owner, folder: number | null, query: Params, signal: AbortSignal) {
  return admin.get<BrowserPage>(levelPath(owner, folder), query, signal)
}

/** findFolders searches all folders of an owner by their full path. */
export async function findFolders(owner: Owner, query: string, signal: AbortSignal) {
  return (await admin.get<{ items: Folder[] }>(ownerPath(owner, 'folders'), { per_page: 50, ...(query && { query }) }, signal)).items
}

export async function createFolder(owner: Owner, input: { name: string; parent_id: number | null }) {
  return (await admin.post<{ item: Folder }>(ownerPath(owner, 'folders'), input)).item
}

const withId = (id: number) => ({ params: { path: { id: String(id) } } })

export async function updateFolder(id: number, body: { name?: string; parent_id?: number | null; version?: number }) {
  return bodyOf(await api.PUT('/api/admin/folders/{id}', { ...withId(id), body })).item
}

export async function moveCollection(id: number, folder_id: number | null) {
  return bodyOf(await api.PUT('/api/admin/collections/{id}', { ...withId(id), body: { folder_id } })).item
}

export async function removeFolder(id: number) {
  await api.DELETE('/api/admin/folders/{id}', withId(id))
}

/** reloadFolders reloads an owner's folders, and the owner's page, which shows the number of collections. */
export const reloadFolders = (owner: Owner) => reload(foldersKey(owner))
