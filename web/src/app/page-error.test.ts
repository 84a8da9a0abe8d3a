import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../kit/api/error'
import type { Me } from '../kit/api/schema.gen'
import { signedIn, signedOut } from '../kit/session/session'
import { codeOf, explain, isMissingFile, report, reportOf } from './page-error'

afterEach(() => {
  vi.unstubAllGlobals()
  signedOut()
})

test('only a file that could not be downloaded means that there may be a new version', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://console.example.com/assets/users-1.js',
    'error loading dynamically imported module: https://console.example.com/assets/users-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/users-1.css',
  ])
    expect(isMissingFile(new TypeError(message)), message).toBe(true)
  for (const error of [
    new TypeError('Failed to fetch'),
    new RangeError('date value is not finite in DateTimeFormat format()'),
    new ApiError(500, { message: 'Failed.', request_id: 'abc' }),
    'Importing a module script failed.',
    undefined,
  ])
    expect(isMissingFile(error), String(error)).toBe(false)
})

test('an error has a sentence, and one code for support', () => {
  const failed = new ApiError(500, { message: 'Something went wrong on the server.', request_id: 'a1b2c3d4' })
  expect(explain(failed)).toBe('Something went wrong on the server.')
  expect(codeOf(failed)).toBe('a1b2c3d4')
  const broken = new RangeError('date value is not finite')
  expect(explain(broken)).toBe('This page stopped because of a mistake in the program (RangeError). What you have saved is safe.')
  expect(codeOf(broken)).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  expect(codeOf(broken)).toBe(codeOf(broken))
  expect(explain('text')).toContain('mistake in the program.')
})

test('a report has the route, the message and the place, within the limits of the server', () => {
  const error = new TypeError('x'.repeat(500))
  error.stack =
    'TypeError: x\n    at https://console.example.com/assets/content-Ab_1.js:3:14\n    at https://console.example.com/assets/vendor.js:1:1'
  const { code, route, message, source } = reportOf(error, '/content/$id')
  expect([code, route, source]).toEqual([codeOf(error), '/content/$id', '/assets/content-Ab_1.js:3:14'])
  expect(message).toHaveLength(300)
  expect(message).toMatch(/^TypeError: xxx/)
  expect(reportOf('thrown', '')).toMatchObject({ route: '/', message: 'Something that is no error was thrown.', source: '' })
})

test('an error is sent once, and only by those who are signed in', () => {
  const send = vi.fn(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', send)
  const error = new TypeError('x is undefined')
  report(error, '/users')
  expect(send).not.toHaveBeenCalled()
  signedIn({ id: 1 } as Me)
  report(error, '/users')
  report(error, '/users')
  expect(send).toHaveBeenCalledTimes(1)
  expect(send).toHaveBeenCalledWith('/api/admin/client-errors', expect.objectContaining({ method: 'POST', keepalive: true }))
  report(new TypeError('x is undefined'), '/users')
  expect(send).toHaveBeenCalledTimes(2)
})
