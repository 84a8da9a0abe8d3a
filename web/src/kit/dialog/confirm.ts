import type { ReactNode } from 'react'
import type { CountedUse } from '../api/schema.gen'
import { store } from '../store'

export type Question = {
  title: string
  text: ReactNode
  /** The label of the confirm button. */
  action: string
  danger?: boolean
  cancel?: string
  /** The label of a checkbox below the text, which is not checked at first. */
  choice?: string
  /** What uses the record that is to be deleted: it is shown with the question, or instead of it if it prevents the deletion. */
  uses?: () => Promise<CountedUse[]>
  /** Runs after confirmation while the dialog stays open. Without it the dialog only asks. */
  run?: (chosen: boolean) => Promise<void>
}

type PendingQuestion = Question & { answer: (confirmed: boolean) => void }

export const pendingQuestion = store<PendingQuestion | null>(null)

/** confirm asks a question, and resolves to whether it was confirmed and its action succeeded. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    pendingQuestion.get()?.answer(false)
    pendingQuestion.set({
      ...question,
      answer(confirmed) {
        pendingQuestion.set(null)
        resolve(confirmed)
      },
    })
  })
}
