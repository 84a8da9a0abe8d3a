import type { ReactNode } from 'react'
import { store } from '../store'

export type Question = {
  title: string
  text: ReactNode
  /** The word on the button that does it. */
  action: string
  danger?: boolean
  cancel?: string
  /** What is done on yes, while the dialog waits. Without it the dialog only asks. */
  run?: () => Promise<void>
}

type Asked = Question & { answer: (yes: boolean) => void }

export const asked = store<Asked | null>(null)

/** confirm asks before something is done, and resolves to whether it was. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.get()?.answer(false)
    asked.set({
      ...question,
      answer(yes) {
        asked.set(null)
        resolve(yes)
      },
    })
  })
}
