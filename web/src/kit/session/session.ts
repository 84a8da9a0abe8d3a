import type { Me } from '../api/schema.gen'
import { start } from '../start'
import { store } from '../store'

type Session = { user: Me | null; expired: boolean }

const session = store<Session>({ user: start.user, expired: false })
let waiting: (() => void)[] = []

/** currentUser is who is signed in, outside of a component. */
export const currentUser = () => session.get().user

export const useSession = session.use

/** useMe is the signed-in person. Only screens behind the guard ask. */
export function useMe(): Me {
  const { user } = useSession()
  if (!user) throw new Error('nobody is signed in')
  return user
}

export function useIsAdmin(): boolean {
  return useSession().user?.staff_role === 'admin'
}

/** signedIn lets the person in, and lets go on what waited for them. Somebody else must not meet the first one's page. */
export function signedIn(user: Me) {
  const before = session.get()
  if (before.expired && before.user && before.user.id !== user.id) {
    location.assign('/')
    return
  }
  session.set({ user, expired: false })
  for (const go of waiting.splice(0)) go()
}

export function signedOut() {
  waiting = []
  session.set({ user: null, expired: false })
}

/** signInAgain asks for the password over the page, and resolves when the session lives again. */
export function signInAgain(): Promise<void> {
  const now = session.get()
  if (!now.user) {
    location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search)}`)
    return new Promise(() => {})
  }
  if (!now.expired) session.set({ ...now, expired: true })
  return new Promise((resolve) => waiting.push(resolve))
}

/** changeMe shows at once what the person has changed about themself. */
export function changeMe(change: Partial<Me>) {
  const now = session.get()
  if (now.user) session.set({ ...now, user: { ...now.user, ...change } })
}
