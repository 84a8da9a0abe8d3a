import type { ReactNode } from 'react'
import { store } from '../store'

export type Question = {
  title: string
  text: ReactNode
  /** The label of the confirm button. */
  action: string
  danger?: boolean
  cancel?: string
  /** Runs after confirmation while the dialog stays open. Without it the dialog only asks. */
  run?: () => Promise<void>
}

type Asked = Question & { answer: (yes: boolean) => void }

export const asked = store<Asked | null>(null)

/** confirm asks a question, and resolves to whether it was confirmed and its action succeeded. */
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
