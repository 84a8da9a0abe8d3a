import { expect, test } from 'vitest'
import { dateWarnings } from './date-warnings'

const [first, second, third] = ['2026-03-01', '2026-03-02', '2026-03-03']

test('warns about an expiry date before the record is published or featured', () => {
  expect(dateWarnings({ publish: second, expires: first })).toEqual({ expires: 'Expires before it is published on 2 Mar 2026.' })
  expect(dateWarnings({ publish: first, feature: third, expires: second })).toEqual({ expires: 'Expires before it is featured on 3 Mar 2026.' })
})

test('warns about a feature date without a publish date, or before it', () => {
  expect(dateWarnings({ publish: null, feature: first, expires: null })).toEqual({ feature: 'Featured but not public: there is no publish date.' })
  expect(dateWarnings({ publish: second, feature: first, expires: null })).toEqual({ feature: 'Featured before it becomes public on 2 Mar 2026.' })
})

test('accepts dates in their order, on the same day, and none', () => {
  expect(dateWarnings({ publish: first, feature: second, expires: third })).toEqual({})
  expect(dateWarnings({ publish: first, feature: first, expires: first })).toEqual({})
  expect(dateWarnings({ publish: null, expires: first })).toEqual({})
  expect(dateWarnings({ publish: null, feature: null, expires: null })).toEqual({})
})
