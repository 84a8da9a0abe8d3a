import { IconUserCog } from '@tabler/icons-react'
import { defineResource, withParentIds } from '../../kit/resource/define'
import { paths } from '../../paths'

const userTemplates = defineResource('account-types/{account_type_id}/user-templates', {
  one: 'User template',
  many: 'User templates',
  about: 'Roles available to users of this account type',
  icon: IconUserCog,
  name: (template) => template.name,
  sort: 'name',
  search: 'Search user templates',
  columns: [
    { field: 'name', label: 'Name', opens: true },
    {
      field: 'users_count',
      label: 'Users',
      sort: false,
      as: 'number',
      counts: ({ id }) => paths.users({ user_template_id: id }),
    },
  ],
  form: [{ field: 'name', label: 'Name', as: 'text', required: true }],
  initial: { name: '' },
  admins: true,
})

/** templatesOf returns the resource of the user templates of one account type. */
export const templatesOf = (accountType: number) => withParentIds(userTemplates, { account_type_id: accountType })
