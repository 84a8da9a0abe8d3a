import { IconUsers } from '@tabler/icons-react'
import type { Member } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { Text } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { currentUser } from '../../kit/session/session'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'

export const roles = [
  { value: 'admin', label: 'Admin' },
  { value: 'editor', label: 'Editor' },
] as const

/** isMe reports whether a row is the signed-in user, who can't delete or deactivate themselves. */
export const isMe = (member: Member) => member.id === currentUser()?.id

export const staff = defineResource('staff', {
  one: 'Staff member',
  kind: 'user',
  many: 'Staff',
  about: 'People who can use the console, and their roles',
  icon: IconUsers,
  name: (member) => member.full_name,
  sort: 'first_name',
  noImport: true,
  search: 'Search by name or e-mail',
  tabs: {
    param: 'status',
    list: [
      { value: 'all', label: 'All' },
      { value: 'active', label: 'Active' },
      { value: 'deactivated', label: 'Deactivated' },
    ],
  },
  filters: [{ name: 'staff_role', label: 'Role', as: 'select', options: roles }],
  columns: [
    { field: 'full_name', label: 'Name', sort: 'first_name', opens: true, cell: (member) => <Person member={member} /> },
    { field: 'staff_role', label: 'Role', card: 'bare', cell: (member) => roles.find((role) => role.value === member.staff_role)?.label },
    { field: 'active_at', label: 'Last active', as: 'day', cell: (member) => <Moment at={member.active_at} as="ago" /> },
    { field: 'created_at', label: 'Added', as: 'day' },
  ],
  form: [
    { field: 'first_name', label: 'First name', as: 'text', required: true },
    { field: 'last_name', label: 'Last name', as: 'text' },
    { field: 'email', label: 'E-mail', as: 'email', required: true },
    { field: 'phone', label: 'Phone', as: 'text' },
    { field: 'staff_role', label: 'Role', as: 'select', options: roles },
  ],
  initial: { first_name: '', last_name: '', email: '', phone: '', staff_role: 'editor' },
  notice: 'User **{name}** successfully {done}',
  removable: (member) => !isMe(member),
  deleteWarning: () => 'They will be signed out everywhere.',
})

function Person({ member }: { member: Member }) {
  return (
    <span className="row gap-12">
      <Avatar initials={member.initials} size={28} />
      <span className="grow">
        <span className="row">
          <Text>{member.full_name}</Text>
          {isMe(member) && <Badge>You</Badge>}
          {member.deactivated_at && <Badge tone="warning">Deactivated</Badge>}
        </span>
        <Text dimmed>{member.email}</Text>
      </span>
    </span>
  )
}
