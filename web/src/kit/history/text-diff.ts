export type TextPart = { kind: 'same' | 'removed' | 'added'; text: string }

/** Beyond this many comparisons, the middle of two texts is shown as replaced. */
const maxCells = 1_000_000

/** A word has the space after it, which makes no difference. */
const wordsOf = (text: string) => text.split(/(?<=\s)(?=\S)/)
const equal = (a: string | undefined, b: string | undefined) => a?.trimEnd() === b?.trimEnd()

/** diffWords compares two texts word by word. */
export function diffWords(before: string, after: string): TextPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < a.length && start < b.length && equal(a[start], b[start])) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && equal(a[a.length - 1 - end], b[b.length - 1 - end])) end++
  const [oldMiddle, newMiddle] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const parts = joined([
    { kind: 'same', text: b.slice(0, start).join('') },
    ...(oldMiddle.length * newMiddle.length > maxCells ? replaced(oldMiddle, newMiddle) : diffMiddle(oldMiddle, newMiddle)),
    { kind: 'same', text: b.slice(b.length - end).join('') },
  ])
  return isRewritten(parts) ? joined(replaced(a, b)) : parts
}

/** isRewritten reports whether only spaces differ, or texts have so little in common that a mix of both could not be read. */
function isRewritten(parts: TextPart[]): boolean {
  const lengthOf = (kind: TextPart['kind']) => parts.reduce((sum, part) => (part.kind === kind ? sum + part.text.length : sum), 0)
  if (parts.every(({ kind }) => kind === 'same')) return true
  return parts.length > 4 && lengthOf('same') < Math.max(lengthOf('removed'), lengthOf('added')) / 2
}

const replaced = (a: string[], b: string[]): TextPart[] => [
  { kind: 'removed', text: a.join('') },
  { kind: 'added', text: b.join('') },
]

/** diffMiddle finds the longest common subsequence of words. */
function diffMiddle(a: string[], b: string[]): TextPart[] {
  const width = b.length + 1
  const longest = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => longest[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) longest[i * width + j] = equal(a[i], b[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const parts: TextPart[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && equal(a[i], b[j])) parts.push({ kind: 'same', text: b[j++] ?? '' }) && i++
    else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) parts.push({ kind: 'removed', text: a[i++] ?? '' })
    else parts.push({ kind: 'added', text: b[j++] ?? '' })
  }
  return parts
}

function joined(parts: TextPart[]): TextPart[] {
  const list: TextPart[] = []
  for (const part of parts) {
    const last = list.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else if (part.text) list.push({ ...part })
  }
  return list
}
