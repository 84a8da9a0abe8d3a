import { expect, test } from 'vitest'
import { diffWords } from './text-diff'

const shown = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind])
    .join('')

test('compares texts word by word', () => {
  expect(shown('the old harbour town', 'the new harbour town')).toBe('the [-old ][+new ]harbour town')
  expect(shown('one two', 'one two three')).toBe('one two [+three]')
  expect(shown('', 'all new')).toBe('[+all new]')
  expect(shown('gone', '')).toBe('[-gone]')
  expect(shown('a b c d e', 'a x c y e')).toBe('a [-b ][+x ]c [-d ][+y ]e')
})

test('shows a change of spaces', () => {
  expect(shown('one two', 'one\ntwo')).toBe('[-one two][+one\ntwo]')
})

test('keeps every word of long texts', () => {
  const [before, after] = [Array(2000).fill('old ').join(''), Array(2000).fill('new ').join('')]
  expect(shown(before, after)).toBe(`[-${before}][+${after}]`)
})

test('shows a rewritten text as a whole', () => {
  const [before, after] = ['a quiet beach for the whole family', 'what the locals eat and the best wine']
  expect(shown(before, after)).toBe(`[-${before}][+${after}]`)
})
