import { notify } from '../dialog/notices'
import { store } from '../store'

type PendingConfirmation = { settle: (confirmed: boolean) => void }

/** pendingConfirmation is set while the password dialog is open. */
export const pendingConfirmation = store<PendingConfirmation | null>(null)

let pending: Promise<boolean> | null = null
let confirmedAt = Number.NEGATIVE_INFINITY

/**
 * confirmPassword opens the dialog that asks for the password again and resolves to whether it was given. Calls that need it
 * at the same time share one dialog. A call that was sent before the last confirmation was refused too early and does not ask.
 */
export function confirmPassword(sentAt: number): Promise<boolean> {
  if (!pending && sentAt < confirmedAt) return Promise.resolve(true)
  pending ??= new Promise((resolve) => {
    pendingConfirmation.set({
      settle(confirmed) {
        pending = null
        if (confirmed) confirmedAt = performance.now()
        else notify.info('Cancelled: your password was not confirmed.')
        pendingConfirmation.set(null)
        resolve(confirmed)
      },
    })
  })
  return pending
}
