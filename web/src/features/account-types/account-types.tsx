import { IconIdBadge2 } from '@tabler/icons-react'
import { number } from '../../kit/format/numbers'
import { RecordLink } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'

export const accountTypes = defineResource('account-types', {
  one: 'Account type',
  many: 'Account types',
  about: 'Kinds of partner, and what their users can do',
  icon: IconIdBadge2,
  name: (type) => type.name,
  sort: 'name',
  search: 'Search account types',
  columns: [
    { field: 'name', label: 'Name', opens: (type) => paths.accountType(type.id) },
    {
      field: 'user_templates_count',
      label: 'User templates',
      as: 'number',
      cell: (type) => <RecordLink to={paths.userTemplates(type.id)}>{number(type.user_templates_count)}</RecordLink>,
    },
  ],
  form: [{ field: 'name', label: 'Name', as: 'text', required: true }],
  initial: { name: '' },
  admins: true,
  removable: () => false,
})

export const AccountTypesPage = pageOf(accountTypes)
