import type { Me } from '../api/schema.gen'
import { start } from '../start'
import { store } from '../store'

type Session = { user: Me | null; expired: boolean }

const session = store<Session>({ user: start.user, expired: false })
let waiting: (() => void)[] = []

/** currentUser returns the signed-in user outside of components. */
export const currentUser = () => session.get().user

export const useSession = () => session.use()

/** useUser returns something about the signed-in user. Components that need no more are not rendered again when another setting changes. */
export const useUser = <T>(select: (user: Me | null) => T): T => session.use(({ user }) => select(user))

/** useMe returns the signed-in user. It is only used behind the sign-in guard. */
export function useMe(): Me {
  const { user } = useSession()
  if (!user) throw new Error('nobody is signed in')
  return user
}

export function useIsAdmin(): boolean {
  return useUser((user) => user?.staff_role === 'admin')
}

/** signedIn sets the user and resumes waiting requests. A different user gets a fresh page instead of the previous user's. */
export function signedIn(user: Me) {
  const before = session.get()
  if (before.expired && before.user && before.user.id !== user.id) {
    location.assign('/')
    return
  }
  session.set({ user, expired: false })
  for (const resume of waiting.splice(0)) resume()
}

export function signedOut() {
  waiting = []
  session.set({ user: null, expired: false })
}

/** signInAgain asks for the password in a dialog, and resolves after the user has signed in again. */
export function signInAgain(): Promise<void> {
  const now = session.get()
  if (!now.user) {
    location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search)}`)
    return new Promise(() => {})
  }
  if (!now.expired) session.set({ ...now, expired: true })
  return new Promise((resolve) => waiting.push(resolve))
}

/** changeMe updates the signed-in user immediately after they changed their own data. */
export function changeMe(change: Partial<Me>) {
  const now = session.get()
  if (now.user) session.set({ ...now, user: { ...now.user, ...change } })
}
