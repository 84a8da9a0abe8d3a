import type { User } from '../../kit/api/schema.gen'
import { Avatar } from '../../ui/avatar'

/** UserAvatar is a user in a circle. */
export function UserAvatar({ user }: { user: User; size?: number }) {
  return <Avatar initials={user.initials} photo={user.personal_photo?.thumb_url} />
}
