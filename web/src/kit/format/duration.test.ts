import { expect, test } from 'vitest'
import { paceOf } from './duration'

test('is fast up to 500 ms, slow up to 1,000, and very slow above', () => {
  const paces = [0, 500, 501, 1000, 1001].map((ms) => [ms, paceOf(ms).tone])
  expect(paces).toEqual([
    [0, 'good'],
    [500, 'good'],
    [501, 'warning'],
    [1000, 'warning'],
    [1001, 'danger'],
  ])
})
