/** foldChar removes case and accents like the server. One character stays one character. */
function foldChar(char: string): string {
  const plain = char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.length === char.length ? plain : (plain[0] ?? char)
}

export function fold(text: string): string {
  return Array.from(text, foldChar).join('')
}

export type Piece = { text: string; hit: boolean }

/** pieces splits a text into parts that match a word of the search and parts that do not. */
export function pieces(text: string, query: string): Piece[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ text, hit: false }]
  const chars = Array.from(text)
  const folded = chars.map(foldChar)
  const hits = new Array<boolean>(chars.length).fill(false)
  for (const word of words) {
    const letters = Array.from(word)
    for (let at = 0; at + letters.length <= folded.length; at++) {
      if (letters.every((letter, i) => folded[at + i] === letter)) hits.fill(true, at, at + letters.length)
    }
  }
  const list: Piece[] = []
  chars.forEach((char, i) => {
    const last = list.at(-1)
    if (last && last.hit === hits[i]) last.text += char
    else list.push({ text: char, hit: hits[i] ?? false })
  })
  return list
}
