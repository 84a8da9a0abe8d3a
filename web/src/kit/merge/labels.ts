import type { Named } from '../api/schema.gen'

/** labelsOf returns the names of records. Ids distinguish those with the same name. */
export function labelsOf(records: readonly Named[]): { id: number; label: string }[] {
  return records.map(({ id, name }) => {
    const isShared = records.some((other) => other.id !== id && other.name === name)
    return { id, label: isShared ? `${name} (#${id})` : name }
  })
}
