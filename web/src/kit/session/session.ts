import { useSyncExternalStore } from 'react'
import type { Me, Settings } from '../api/schema.gen'
import { start } from '../start'

type Session = { user: Me | null; expired: boolean }

let session: Session = { user: start.user, expired: false }
let waiting: (() => void)[] = []
const listeners = new Set<() => void>()

function set(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** currentUser is who is signed in, outside of a component. */
export const currentUser = () => session.user

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

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
  if (session.expired && session.user && session.user.id !== user.id) {
    location.assign('/')
    return
  }
  set({ user, expired: false })
  for (const go of waiting.splice(0)) go()
}

export function signedOut() {
  waiting = []
  set({ user: null, expired: false })
}

/** signInAgain asks for the password over the page, and resolves when the session lives again. */
export function signInAgain(): Promise<void> {
  if (!session.user) {
    location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search)}`)
    return new Promise(() => {})
  }
  if (!session.expired) set({ ...session, expired: true })
  return new Promise((resolve) => waiting.push(resolve))
}

export function changeSettings(settings: Settings) {
  if (session.user) set({ ...session, user: { ...session.user, settings } })
}

export function changeMe(change: Partial<Me>) {
  if (session.user) set({ ...session, user: { ...session.user, ...change } })
}
