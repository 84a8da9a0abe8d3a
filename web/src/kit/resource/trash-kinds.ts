import type { ParamsOf } from '../api/lists'
import type { NoticeAction } from '../dialog/notices'

export type TrashKind = NonNullable<ParamsOf<'trash'>['kind']>

/** The paths whose deleted records go to the trash. All others are deleted permanently. */
const kinds: Partial<Record<string, TrashKind>> = {
  content: 'content',
  'update-content': 'content',
  images: 'image',
  collections: 'collection',
  partners: 'partner',
  users: 'user',
  staff: 'user',
}

export const trashKindOf = (path: string) => kinds[path]

/** deleteConsequence says what happens to a deleted record, for the question before it. */
export const deleteConsequence = (path: string) =>
  trashKindOf(path) ? 'You can undo this for 30 days: deleted records are kept in the trash.' : 'You can undo this for 30 days, in Activity.'

/** undoOf is the button of the notice after a delete, where it can be undone. */
export function undoOf(path: string, id: number, reloadLists: () => void): NoticeAction | undefined {
  const kind = trashKindOf(path)
  return kind && { label: 'Undo', run: () => void import('./restore').then((file) => file.undoDelete(kind, id, reloadLists)) }
}
