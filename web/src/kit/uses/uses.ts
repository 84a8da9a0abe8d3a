import { admin } from '../api/admin'
import type { CountedUse, UsesOfRecord } from '../api/schema.gen'

/** Nested records are part of others, except for these. */
const nestedRecordsWithUses = /\/(country-regions|user-templates)$/

/** hasUses reports whether the records at a path can be used by others. */
export const hasUses = (path: string) => !path.includes('/') || nestedRecordsWithUses.test(path)

/** usesOf returns what refers to a record. */
export async function usesOf(path: string, id: number): Promise<CountedUse[]> {
  if (!hasUses(path)) return []
  const { uses } = await admin.get<UsesOfRecord>(`${path}/${id}/uses`)
  return uses
}
