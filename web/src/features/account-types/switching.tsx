import { api } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { fetchList, reload } from '../../kit/api/lists'
import type { UserTemplate } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { Rich } from '../../kit/format/rich'
import { Saves } from './saves'
import { templatesOf } from './user-templates'

/** Permit is a cell of the matrix: a permission of a user template. */
export type Permit = {
  accountType: number
  template: { id: number; name: string }
  permission: { key: string; label: string }
}

/** Loaded says which account type's templates were loaded, and at which version. */
export type Loaded = { accountType: number; readAt: number }

class PermitSaves extends Saves<Permit> {
  /** isOn reports whether a template has a permission, as it is shown. */
  isOn({ accountType, readAt }: Loaded, template: UserTemplate, permission: Permit['permission']): boolean {
    return this.shown({ accountType, template, permission }, template.permissions[permission.key] === true, readAt)
  }
}

/** saves outlives the page, so that pending requests complete or are reported after navigation. */
export const saves = new PermitSaves(({ template, permission }) => `${template.id} ${permission.key}`, {
  send: ({ accountType, template, permission }, on) =>
    api.PUT('/api/admin/account-types/{account_type_id}/user-templates/{id}/permission', {
      params: { path: { account_type_id: String(accountType), id: String(template.id) } },
      body: { permission: permission.key, delete: !on },
    }),
  failed({ accountType, template, permission }, error) {
    const values = { permission: permission.label, template: template.name, message: messageOf(error) }
    notify.failed(<Rich text="**{permission}** for **{template}** was not saved. {message}" values={values} />)
    void reload(templatesOf(accountType).path) // the template may have been deleted, or only the response was lost
  },
})

/** allTemplates is the query for all user templates of an account type, with the version they were loaded at. */
export const allTemplates = (accountType: number) => {
  const { path, sort } = templatesOf(accountType)
  return {
    queryKey: [path, 'all'],
    async queryFn({ signal }: { signal: AbortSignal }) {
      const at = saves.now()
      const items: UserTemplate[] = []
      for (let page = 1, total = 1; items.length < total; page++) {
        const { items: more, meta } = await fetchList(path, { page, per_page: 100, sort }, signal)
        items.push(...more)
        total = more.length > 0 ? meta.total : 0
      }
      return { at, items }
    },
  }
}
