import { expect, test } from 'vitest'
import { statusLabel } from './status'

test('answers that staff know by a name have it, and others their number', () => {
  expect([500, 405, 404, 401, 200, 422, 503].map(statusLabel)).toEqual(['API Error', 'Not Allowed', 'Not Found', 'Forbidden', '200', '422', '503'])
})
