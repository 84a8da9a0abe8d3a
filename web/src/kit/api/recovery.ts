/** Recovery is what a refused request waits for: a new session, or the confirmed password. */
type Recovery = {
  signInAgain: () => Promise<void>
  confirmPassword: (sentAt: number) => Promise<boolean>
}

let current: Recovery = { signInAgain: () => new Promise(() => {}), confirmPassword: async () => false }

/** recoverWith sets the recovery. The app passes it in, because the session itself is built on the API. */
export function recoverWith(recovery: Recovery) {
  current = recovery
}

export const signInAgain = () => current.signInAgain()
export const confirmPassword = (sentAt: number) => current.confirmPassword(sentAt)
