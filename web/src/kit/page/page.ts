import type { ReactNode } from 'react'

/** Page is the component of a screen. With `prefetch`, the router loads its data while the page is being rendered. */
export type Page = (() => ReactNode) & { prefetch?: (search: Record<string, string | undefined>) => void }
