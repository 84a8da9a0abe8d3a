import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithRecovery } from '../api/client'
import { ApiError, messageOf } from '../api/error'
import { recoverWith } from '../api/recovery'
import { notices } from '../dialog/notices'
import { confirmPassword, pendingConfirmation } from './confirm-password'
import { signInAgain } from './session'

const refusal = () => Response.json({ message: 'Confirm your password to continue.', code: 'reauthentication_required' }, { status: 403 })
const post = (body: string) => new Request('http://localhost/api/admin/partners/1/api-secret', { method: 'POST', body })

let confirmed: boolean
let bodies: string[]

beforeEach(() => {
  recoverWith({ signInAgain, confirmPassword })
  confirmed = false
  bodies = []
  notices.set([])
  vi.stubGlobal('fetch', async (request: Request) => {
    bodies.push(await request.text())
    return confirmed ? Response.json({ ok: true }) : refusal()
  })
})
afterEach(() => {
  pendingConfirmation.get()?.settle(false)
  vi.unstubAllGlobals()
})

const dialog = () => vi.waitFor(() => pendingConfirmation.get() ?? Promise.reject(new Error('no dialog')))

test('calls that need a password share one dialog and are repeated with their bodies', async () => {
  const calls = ['a', 'b', 'c'].map((body) => fetchWithRecovery(post(body)))
  const first = await dialog()
  await vi.waitFor(() => expect(bodies).toHaveLength(3))
  expect(pendingConfirmation.get()).toBe(first)
  confirmed = true
  first.settle(true)
  for (const call of calls) expect((await call).status).toBe(200)
  expect(pendingConfirmation.get()).toBeNull()
  expect(bodies).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
})

test('a call that was refused just before the confirmation does not ask again', async () => {
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const early = fetchWithRecovery(post('a'))
  const late = fetchWithRecovery(post('b'))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.(refusal())
  ;(await dialog()).settle(true)
  answers[1]?.(refusal())
  await vi.waitFor(() => expect(answers).toHaveLength(4))
  expect(pendingConfirmation.get()).toBeNull()
  answers[2]?.(Response.json({}))
  answers[3]?.(Response.json({}))
  expect((await early).status).toBe(200)
  expect((await late).status).toBe(200)
})

test('a cancelled call fails quietly, with one neutral notice', async () => {
  const calls = ['a', 'b'].map((body) => fetchWithRecovery(post(body)).catch((error: unknown) => error))
  const confirmation = await dialog()
  await vi.waitFor(() => expect(bodies).toHaveLength(2))
  confirmation.settle(false)
  for (const error of await Promise.all(calls)) {
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).cancelled).toBe(true)
    expect(messageOf(error)).toBe('')
  }
  expect(bodies).toHaveLength(2)
  expect(notices.get().map(({ kind, text }) => ({ kind, text }))).toEqual([{ kind: 'info', text: 'Cancelled: your password was not confirmed.' }])
})

test('another 403 is passed on', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Only admins can do this.' }, { status: 403 }))
  expect((await fetchWithRecovery(post('a'))).status).toBe(403)
  expect(pendingConfirmation.get()).toBeNull()
})
