import { beforeEach, expect, test } from 'vitest'
import { Saves } from './saves'

type Sent = { cell: string; on: boolean; answer: () => Promise<void>; refuse: (why?: string) => Promise<void> }

let sent: Sent[]
let failures: string[]
let saves: Saves<string>

beforeEach(() => {
  sent = []
  failures = []
  saves = new Saves<string>((cell) => cell, {
    send: (cell, on) =>
      new Promise<void>((resolve, reject) => {
        sent.push({
          cell,
          on,
          answer: () => after(() => resolve()),
          refuse: (why = 'refused') => after(() => reject(new Error(why))),
        })
      }),
    failed: (cell, error) => failures.push(`${cell}: ${(error as Error).message}`),
  })
})

/** after waits until a response has been processed. */
async function after(act: () => void) {
  act()
  await new Promise((resolve) => setTimeout(resolve))
}

const requests = () => sent.map(({ cell, on }) => `${cell} ${on ? 'on' : 'off'}`)

test('shows a change immediately, sends it once, and keeps it after the save', async () => {
  saves.set('a', true)
  expect(saves.shown('a', false, 0)).toBe(true)
  expect(saves.shown('b', false, 0)).toBe(false)
  await sent[0]?.answer()
  expect(saves.shown('a', false, 0)).toBe(true)
  expect(requests()).toEqual(['a on'])
})

test('reports a failed change, and shows the previous value again', async () => {
  saves.set('a', true)
  await sent[0]?.refuse('offline')
  expect(saves.shown('a', false, 0)).toBe(false)
  expect(failures).toEqual(['a: offline'])
  saves.set('a', true)
  await sent[1]?.answer()
  saves.set('a', false)
  await sent[2]?.refuse('offline')
  expect(saves.shown('a', false, 0), 'the saved value, not the one loaded before').toBe(true)
})

test('sends requests for one cell one after another, and the last change wins', async () => {
  saves.set('a', true)
  saves.set('a', false)
  expect(requests()).toEqual(['a on'])
  expect(saves.shown('a', false, 0)).toBe(false)
  await sent[0]?.answer()
  expect(requests()).toEqual(['a on', 'a off'])
  saves.set('a', true)
  expect(requests()).toEqual(['a on', 'a off'])
  await sent[1]?.answer()
  await sent[2]?.answer()
  expect(requests()).toEqual(['a on', 'a off', 'a on'])
  expect(saves.shown('a', false, 0)).toBe(true)
})

test('sends no request for a change back to the pending value', async () => {
  saves.set('a', true)
  saves.set('a', false)
  saves.set('a', true)
  await sent[0]?.answer()
  expect(requests()).toEqual(['a on'])
  expect(saves.shown('a', false, 0)).toBe(true)
})

test('sends a newer change after a failure, without reporting the older one', async () => {
  saves.set('a', true)
  saves.set('a', false)
  await sent[0]?.refuse()
  expect(requests()).toEqual(['a on', 'a off'])
  await sent[1]?.answer()
  expect(failures).toEqual([])
  expect(saves.shown('a', true, 0)).toBe(false)
})

test('sends requests for different cells in parallel', async () => {
  for (const cell of ['a', 'b', 'c']) saves.set(cell, true)
  expect(requests()).toEqual(['a on', 'b on', 'c on'])
  await sent[2]?.answer()
  await sent[1]?.refuse()
  expect(['a', 'b', 'c'].map((cell) => saves.shown(cell, false, 0))).toEqual([true, false, true])
  await sent[0]?.answer()
  expect(['a', 'b', 'c'].map((cell) => saves.shown(cell, false, 0))).toEqual([true, false, true])
})

test('treats data requested before a save completed as older than the save', async () => {
  const before = saves.now()
  saves.set('a', true)
  const between = saves.now()
  await sent[0]?.answer()
  expect(saves.shown('a', false, before)).toBe(true)
  expect(saves.shown('a', false, between)).toBe(true)
  expect(saves.shown('a', false, saves.now()), 'someone else has turned it off').toBe(false)
})

test('notifies listeners of changes and results until they unsubscribe', async () => {
  let notified = 0
  const unsubscribe = saves.subscribe(() => notified++)
  saves.set('a', true)
  expect(notified).toBe(1)
  await sent[0]?.answer()
  expect(notified).toBe(2)
  unsubscribe()
  saves.set('a', false)
  expect(notified).toBe(2)
})
