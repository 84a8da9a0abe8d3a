import { createContext, useContext } from 'react'
import { pieces } from './fold'

const Query = createContext('')

/** MarkingProvider tells the texts inside what was searched for. */
export const MarkingProvider = Query.Provider

/** Marked shows a text with the words of the search marked. */
export function Marked({ text }: { text: string }) {
  const query = useContext(Query)
  if (!query) return text
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name than their place
  return pieces(text, query).map((piece, i) => (piece.hit ? <mark key={i}>{piece.text}</mark> : <span key={i}>{piece.text}</span>))
}
