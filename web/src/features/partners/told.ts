import { currentUser } from '../../kit/session/session'

/** mayDelete tells whether the one who is signed in may delete a partner. Nobody deletes the house. */
export const mayDelete = ({ id }: { id: number }) => id !== 1 && currentUser()?.staff_role === 'admin'

/** told is what the sentences about a partner are made of. */
export const told = {
  path: 'partners',
  one: 'Partner',
  name: ({ name }: { name: string }) => name,
  warns: () =>
    'Its users, collections, sites and markets are moved to the trash with it, and its API keys stop working immediately. You can restore everything for 30 days.',
} as const
