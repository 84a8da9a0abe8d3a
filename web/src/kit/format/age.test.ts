import { expect, test } from 'vitest'
import { formatDuration } from './age'

test('formats a duration in the largest units', () => {
  const texts = [0, 59, 60, 61, 3599, 3600, 3660, 86_400, 172_799, 172_800, 90 * 86_400].map(formatDuration)
  expect(texts).toEqual(['0 s', '59 s', '1 min', '1 min', '59 min', '1 h', '1 h 1 min', '24 h', '47 h 59 min', '2 days', '90 days'])
})
