import { afterEach, expect, test, vi } from 'vitest'
import { takeFirstRequest } from './first-request'

const page = window as unknown as { firstRequest?: object }
const url = '/api/admin/content?page=1'
const request = (path: string, method = 'GET') => new Request(new URL(path, location.origin), { method })

afterEach(() => {
  page.firstRequest = undefined
  vi.restoreAllMocks()
})

test('is used once, by the same request', () => {
  const response = Promise.resolve(new Response('{}'))
  page.firstRequest = { url, response }
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  expect(takeFirstRequest(request('/api/admin/content?page=2'))).toBeUndefined()
  expect(takeFirstRequest(request(url, 'DELETE'))).toBeUndefined()
  expect(takeFirstRequest(request(url))).toBe(response)
  expect(takeFirstRequest(request(url))).toBeUndefined()
})

test('is not used after the page has been open for a while', () => {
  page.firstRequest = { url, response: Promise.resolve(new Response('{}')) }
  vi.spyOn(performance, 'now').mockReturnValue(6000)
  expect(takeFirstRequest(request(url))).toBeUndefined()
})
