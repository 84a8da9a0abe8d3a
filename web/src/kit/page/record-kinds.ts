import { createContext, useContext } from 'react'

/** RecordKinds are the kinds of records in the audit log, with the URL of a record where it has a screen. */
export type RecordKinds = ReadonlyMap<string, ((id: number) => string) | undefined>

/** The app provides the kinds of all features: a feature does not know the others. */
export const RecordKindsContext = createContext<RecordKinds>(new Map())

export const useRecordKinds = () => useContext(RecordKindsContext)

/** ActivityUrlContext has the URL of the changes of a record, such as publisher:12, in Activity. */
export const ActivityUrlContext = createContext<(record: string) => string>(() => '')
