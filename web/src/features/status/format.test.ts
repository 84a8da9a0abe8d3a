import { expect, test } from 'vitest'
import { formatBytes, formatMilliseconds } from './format'

test('sizes have one decimal below 100', () => {
  expect([0, 999, 1000, 1_540_000, 412_000_000, 3_200_000_000_000].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '1.5 MB',
    '412 MB',
    '3.2 TB',
  ])
})

test('short durations are in milliseconds, long ones in seconds', () => {
  expect([0.04, 0.1, 9.94, 12.4, 1500].map(formatMilliseconds)).toEqual(['less than 0.1 ms', '0.1 ms', '9.9 ms', '12 ms', '1.5 s'])
})
