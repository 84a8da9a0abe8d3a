import { type ComponentType, lazy } from 'react'

/**
 * lazyComponent loads a component when it is first rendered, inside a Suspense. React's own type forgets the type parameters of
 * a component, which this one keeps.
 */
export function lazyComponent<T extends ComponentType<never>>(load: () => Promise<T>): T {
  return lazy(() => load().then((component) => ({ default: component as unknown as ComponentType }))) as unknown as T
}
