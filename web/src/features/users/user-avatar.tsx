import type { User } from '../../kit/api/schema.gen'
import { Avatar } from '../../ui/avatar'
import classes from './user-avatar.module.css'

/** What each state of an account means. */
const states: Record<User['status'], string> = {
  active: 'Active: was here in the last 30 days',
  inactive: 'Inactive: was not here in the last 30 days',
  unverified: 'Unverified: has not confirmed the e-mail address',
  deactivated: 'Deactivated: can’t sign in',
}

type Props = { user: Pick<User, 'initials' | 'status' | 'partner' | 'personal_photo'>; size?: number }

/** UserAvatar is a user by photo or initials, in the colours of the partner, with a mark for the state of the account. */
export function UserAvatar({ user: { initials, status, partner, personal_photo: photo }, size }: Props) {
  const colour = partner?.customisations.brand_color
  const ink = colour ? inkOn(colour) : undefined
  return (
    <span className={classes.avatar}>
      <Avatar initials={initials} photo={photo?.thumb_url || photo?.full_url} size={size} ground={ink && colour} ink={ink} />
      <span className={classes.state} data-state={status} role="img" aria-label={states[status]} title={states[status]} />
    </span>
  )
}

/** inkOn is what can be read on a colour: white, where it has contrast enough, or black. Nothing, where it is no colour. */
export function inkOn(colour: string): string | undefined {
  const light = lightOf(colour)
  if (light === undefined) return undefined
  return contrast(1, light) >= 4.5 ? '#ffffff' : '#000000'
}

/** contrast between two lights, the brighter one first, as WCAG counts it. */
export const contrast = (bright: number, dark: number) => (bright + 0.05) / (dark + 0.05)

/** lightOf is how bright a colour is to the eye, from 0 to 1. */
export function lightOf(colour: string): number | undefined {
  const digits = /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(colour) ? colour.slice(1) : ''
  if (!digits) return undefined
  const whole = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => linear(Number.parseInt(whole.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
