import type { User } from '../../kit/api/schema.gen'
import { readableTextOn } from '../../kit/format/contrast'
import { Avatar } from '../../ui/avatar'
import classes from './user-avatar.module.css'

/** The descriptions of the account states. */
const states: Record<User['status'], string> = {
  active: 'Active: seen in the last 30 days',
  inactive: 'Inactive: not seen in the last 30 days',
  unverified: 'Unverified: e-mail address not confirmed',
  deactivated: 'Deactivated: can’t sign in',
}

type Props = { user: Pick<User, 'initials' | 'status' | 'partner' | 'personal_photo'>; size?: number }

/** UserAvatar shows the photo or initials of a user in the partner's brand colour, with a mark for the account state. */
export function UserAvatar({ user: { initials, status, partner, personal_photo: photo }, size }: Props) {
  const colour = partner?.customisations.brand_color
  const textColour = colour ? readableTextOn(colour) : undefined
  return (
    <span className={classes.avatar}>
      <Avatar initials={initials} photo={photo?.thumb_url || photo?.full_url} size={size} background={textColour && colour} textColour={textColour} />
      <span className={classes.state} data-state={status} role="img" aria-label={states[status]} title={states[status]} />
    </span>
  )
}
