import type { ReactNode } from 'react'

/** Frame is the part that all pages of one record share: title, trail, tabs and actions. */
export type Frame = { title: string; about?: string; trail: ReactNode; tabs: ReactNode; actions: ReactNode }
