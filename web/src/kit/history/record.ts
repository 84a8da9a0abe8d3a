import type { ListPath, RowOf } from '../api/lists'
import type { Resource } from '../resource/define'

/** HistoryRecord is the record whose history is shown. */
export type HistoryRecord = {
  /** Its kind in the log, such as publisher. */
  kind: string
  id: number
  name: string
  /** The path of its calls, unless its versions can't be restored. */
  path?: string
}

/** HistoryEvents connect the history with the form or page of the record. */
export type HistoryEvents = {
  /** Asks before unsaved changes are lost. */
  mayLeave?: () => Promise<boolean>
  /** The record has been restored, or a change undone. */
  onChanged?: () => void
}

/** historyOf returns the record of a row of a declared entity. */
export function historyOf<P extends ListPath>(resource: Pick<Resource<P>, 'path' | 'one' | 'name' | 'kind'>, row: RowOf<P>): HistoryRecord {
  const { path, one, kind = one.toLowerCase(), name } = resource
  return { kind, id: (row as { id: number }).id, name: name(row), path }
}
