import type { ReactNode } from 'react'
import { takeChange } from '../api/changes'
import { store } from '../store'

/** NoticeAction is the button of a notice, or the link to the record that it names. */
export type NoticeAction = { label: string } & ({ run: () => void } | { to: string })
export type Notice = {
  id: number
  kind: 'done' | 'failed' | 'info' | 'working'
  text: ReactNode
  action?: NoticeAction
  /** The change set that can be undone. */
  change?: number
  duration: number
  fraction?: number
}

const successDuration = 4_000
const failureDuration = 8_000
const durationWithAction = 10_000

export const notices = store<Notice[]>([])
let lastId = 0

function show(notice: Omit<Notice, 'id'>): number {
  lastId++
  notices.set([...notices.get().slice(-4), { ...notice, id: lastId }])
  return lastId
}

export function dismiss(id: number) {
  notices.set(notices.get().filter((notice) => notice.id !== id))
}

/** notify shows notices. A failure is reported either here or in the form, never in both. */
export const notify = {
  /** A notice about a change has a button that undoes it, unless it has another one. */
  done(text: ReactNode, action?: NoticeAction) {
    const taken = takeChange()
    const change = action && 'run' in action ? undefined : taken
    return show({ kind: 'done', text, action, change, duration: action || change ? durationWithAction : successDuration })
  },
  info: (text: ReactNode, duration = successDuration) => show({ kind: 'info', text, duration }),
  /** An empty text shows nothing: the user has cancelled the action. */
  failed: (text: ReactNode, action?: NoticeAction) =>
    text === '' ? 0 : show({ kind: 'failed', text, action, duration: action ? durationWithAction : failureDuration }),
  /** working shows a long task; `progress` sets its progress from 0 to 1, and `end` removes the notice. */
  working(text: ReactNode) {
    const id = show({ kind: 'working', text, duration: Number.POSITIVE_INFINITY, fraction: 0 })
    const progress = (fraction: number) => notices.set(notices.get().map((notice) => (notice.id === id ? { ...notice, fraction } : notice)))
    return { progress, end: () => dismiss(id) }
  },
}
