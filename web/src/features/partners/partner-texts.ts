import { currentUser } from '../../kit/session/session'

/** The partner that is the platform itself, which can't be deleted. */
export const house = 1

/** mayDelete reports whether the signed-in user may delete a partner. */
export const mayDelete = ({ id }: { id: number }) => id !== house && currentUser()?.staff_role === 'admin'

/** partnerTexts has the texts of notices and confirmations about partners. */
export const partnerTexts = {
  path: 'partners',
  one: 'Partner',
  name: ({ name }: { name: string }) => name,
  deleteWarning: () => 'Its users, collections, sites and markets are moved to the trash with it, and its API keys stop working immediately.',
} as const
