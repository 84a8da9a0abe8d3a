import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextStatusChange, useStatusChanges } from './use-status-changes'

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const item = (status: 'draft' | 'scheduled' | 'published' | 'expired', published: number | null, expires: number | null = null) => ({
  status,
  published_at: published === null ? null : at(published),
  expires_at: expires === null ? null : at(expires),
})

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z') }))
afterEach(() => vi.useRealTimers())

describe('the next status change', () => {
  test('is the earliest publish or expiration time', () => {
    expect(nextStatusChange([item('published', -60, 900), item('scheduled', 300), item('draft', null, 600)])).toBe(Date.now() + 300_000)
  })
  test('is null if no status will change', () => {
    expect(nextStatusChange([item('published', -60), item('draft', null), item('expired', -60, -30)])).toBeNull()
  })
})

describe('a list', () => {
  function watch(items: ReturnType<typeof item>[]) {
    const read = vi.fn()
    const hook = renderHook(({ list, readAt }) => useStatusChanges(list, readAt, read), { initialProps: { list: items, readAt: 1 } })
    return { read, ...hook }
  }
  test('is reloaded when the time comes, and not before', () => {
    const { read } = watch([item('scheduled', 10)])
    vi.advanceTimersByTime(9_900)
    expect(read).not.toHaveBeenCalled()
    vi.advanceTimersByTime(400)
    expect(read).toHaveBeenCalledTimes(1)
  })
  test('is reloaded until the server reports the change', () => {
    const late = [item('scheduled', -1)]
    const { read, rerender } = watch(late)
    vi.advanceTimersByTime(3_000)
    expect(read).toHaveBeenCalledTimes(1)
    rerender({ list: late, readAt: 2 })
    vi.advanceTimersByTime(3_000)
    expect(read).toHaveBeenCalledTimes(2)
    rerender({ list: [item('published', -7)], readAt: 3 })
    vi.advanceTimersByTime(60_000)
    expect(read).toHaveBeenCalledTimes(2)
  })
  test('is not reloaded for distant changes or after unmount', () => {
    const far = watch([item('scheduled', 90_000_000)])
    vi.advanceTimersByTime(100_000)
    expect(far.read).not.toHaveBeenCalled()
    const closed = watch([item('scheduled', 5)])
    closed.unmount()
    vi.advanceTimersByTime(10_000)
    expect(closed.read).not.toHaveBeenCalled()
  })
})
