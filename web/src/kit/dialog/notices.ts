import type { ReactNode } from 'react'
import { store } from '../store'

export type NoticeAction = { label: string; run: () => void }
export type Notice = {
  id: number
  kind: 'done' | 'failed' | 'info' | 'working'
  text: ReactNode
  action?: NoticeAction
  stays: number
  share?: number
}

const success = 4_000
const failure = 8_000
const withAction = 10_000

export const notices = store<Notice[]>([])
let last = 0

function show(notice: Omit<Notice, 'id'>): number {
  last++
  notices.set([...notices.get().slice(-4), { ...notice, id: last }])
  return last
}

export function dismiss(id: number) {
  notices.set(notices.get().filter((notice) => notice.id !== id))
}

/** notify shows notices. A failure is reported either here or in the form, never in both. */
export const notify = {
  done: (text: ReactNode, action?: NoticeAction) => show({ kind: 'done', text, action, stays: action ? withAction : success }),
  info: (text: ReactNode) => show({ kind: 'info', text, stays: success }),
  /** An empty text shows nothing: the user has cancelled the action. */
  failed: (text: ReactNode, action?: NoticeAction) =>
    text === '' ? 0 : show({ kind: 'failed', text, action, stays: action ? withAction : failure }),
  /** working shows a long task; `progress` sets its progress from 0 to 1, and `end` removes the notice. */
  working(text: ReactNode) {
    const id = show({ kind: 'working', text, stays: Number.POSITIVE_INFINITY, share: 0 })
    const progress = (share: number) => notices.set(notices.get().map((notice) => (notice.id === id ? { ...notice, share } : notice)))
    return { progress, end: () => dismiss(id) }
  },
}
