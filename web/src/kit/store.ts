import { useSyncExternalStore } from 'react'

/** store is a value outside of components, which rerenders the components that use it when it changes. */
export function store<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: () => value,
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    /** use returns the value, or a part of it: the component is rendered again only if that part has changed. */
    use: <P = T>(select: (value: T) => P = (whole) => whole as unknown as P) => useSyncExternalStore(subscribe, () => select(value)),
  }
}
