import type { Collection } from '../../kit/api/schema.gen'

/** CollectionDialog is the form of a new collection, or of one that is there. */
export function CollectionDialog(_: { collection?: Collection; onClose: (saved?: Collection) => void }) {
  return null
}

/** DuplicateDialog asks whose the copy is to be and what it is called; onClose is told the copy. */
export function DuplicateDialog(_: { collection: Collection; onClose: (copy?: Collection) => void }) {
  return null
}
