import { createContext, useContext } from 'react'
import { pieces } from './fold'

const Query = createContext('')

/** MarkingProvider provides the search query to the texts inside. */
export const MarkingProvider = Query.Provider

/** Marked shows a text with the words of the search highlighted. */
export function Marked({ text }: { text: string }) {
  const query = useContext(Query)
  if (!query) return text
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other key
  return pieces(text, query).map((piece, i) => (piece.hit ? <mark key={i}>{piece.text}</mark> : <span key={i}>{piece.text}</span>))
}
