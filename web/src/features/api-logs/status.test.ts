import { expect, test } from 'vitest'
import { statusLabel } from './status'

test('labels known status codes, and shows others as numbers', () => {
  expect([500, 405, 404, 401, 200, 422, 503].map(statusLabel)).toEqual(['API Error', 'Not Allowed', 'Not Found', 'Forbidden', '200', '422', '503'])
})
