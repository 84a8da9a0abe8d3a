import { IconCalendarOff, IconSend, IconStar } from '@tabler/icons-react'
import type { ScheduledEvent } from '../../kit/api/schema.gen'
import { useIsAdmin } from '../../kit/session/session'
import { paths } from '../../paths'

export const eventKinds = {
  publish: { label: 'Published', verb: 'is published', icon: IconSend },
  feature: { label: 'Featured', verb: 'is featured', icon: IconStar },
  expire: { label: 'Expires', verb: 'expires', icon: IconCalendarOff },
} as const

export const recordKinds = { content: 'Content', image: 'Image', collection: 'Collection' } as const

export const keyOf = ({ kind, id, field }: ScheduledEvent) => `${kind} ${id} ${field}`

/** pathOf is the page of the record of an event. */
export const pathOf = ({ kind, id }: ScheduledEvent) => (kind === 'collection' ? paths.collection(id) : paths.editItem({ id, block_type: kind }))

/**
 * useMayMove returns whether the user may move an event to another day: it has not happened yet, and only admins change when content
 * is published.
 */
export function useMayMove() {
  const isAdmin = useIsAdmin()
  return ({ kind, event, at }: ScheduledEvent) => new Date(at) > new Date() && (isAdmin || kind === 'collection' || event !== 'publish')
}
