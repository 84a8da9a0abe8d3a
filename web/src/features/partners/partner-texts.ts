import { currentUser } from '../../kit/session/session'

/** mayDelete reports whether the signed-in user may delete a partner. Partner 1, the platform itself, can't be deleted. */
export const mayDelete = ({ id }: { id: number }) => id !== 1 && currentUser()?.staff_role === 'admin'

/** partnerTexts has the texts of notices and confirmations about partners. */
export const partnerTexts = {
  path: 'partners',
  one: 'Partner',
  name: ({ name }: { name: string }) => name,
  deleteWarning: () => 'Its users, collections, sites and markets are moved to the trash with it, and its API keys stop working immediately.',
} as const
