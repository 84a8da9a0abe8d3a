import type { ComponentProps } from 'react'
import { HistoryButton } from '../history/history-button'
import { UsedInButton } from '../uses/used-in-button'

/** RecordTools are the buttons that every page and form of a record has. */
export function RecordTools(props: ComponentProps<typeof HistoryButton>) {
  return (
    <>
      <UsedInButton {...props} />
      <HistoryButton {...props} />
    </>
  )
}
