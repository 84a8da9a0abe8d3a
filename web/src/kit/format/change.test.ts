import { expect, test } from 'vitest'
import { changeOf, percent } from './change'

test('computes a change in per cent with two decimals', () => {
  expect(changeOf(123, 120)).toBe(2.5)
  expect(changeOf(125, 120)).toBe(4.17)
  expect(changeOf(60, 120)).toBe(-50)
  expect(changeOf(2, 3)).toBe(-33.33)
  expect(changeOf(120, 120)).toBe(0)
  expect(changeOf(1_000_000, 3)).toBe(33333233.33)
})

test('returns 0 for a change from 0, and never negative zero', () => {
  expect(changeOf(12, 0)).toBe(0)
  expect(changeOf(0, 0)).toBe(0)
  expect(Object.is(changeOf(999_999, 1_000_000_000), -0)).toBe(false)
  expect(Object.is(changeOf(99_999_999, 100_000_000), 0)).toBe(true)
  expect(changeOf(0, 5)).toBe(-100)
})

test('formats a change with its sign', () => {
  expect([2.5, -33.33, 0, 1250, -100].map(percent)).toEqual(['+2.5%', '−33.33%', '0%', '+1,250%', '−100%'])
})
