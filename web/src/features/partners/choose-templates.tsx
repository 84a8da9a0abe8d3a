import { Select } from '@mantine/core'
import { useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { ApiError } from '../../kit/api/error'
import type { AccountTypeChange, Partner } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { pluralise } from '../../kit/format/numbers'

type Choices = Record<string, number | null>

const none = 'none'

/**
 * chooseTemplates asks which user templates a partner's users get with another account type, and returns the choices to be sent.
 * It asks nothing if no user is affected.
 */
export async function chooseTemplates({ id, name }: Partner, accountType: number): Promise<{ user_templates?: Choices }> {
  const params = { path: { id: String(id) }, query: { account_type_id: String(accountType) } }
  const change = bodyOf(await api.GET('/api/admin/partners/{id}/account-type-change', { params }))
  if (change.users_count === 0) return {}
  // A template of the same name is the likely choice.
  const chosen: Choices = Object.fromEntries(
    change.templates.map((used) => [String(used.id), change.choices.find((choice) => choice.name === used.name)?.id ?? null]),
  )
  const confirmed = await confirm({
    title: `Change the account type of ${name}?`,
    text: <TemplateChoices change={change} chosen={chosen} />,
    action: 'Change account type',
  })
  if (!confirmed) throw ApiError.cancelled()
  return { user_templates: chosen }
}

/** TemplateChoices writes the choices into the given object. */
function TemplateChoices({ change, chosen }: { change: AccountTypeChange; chosen: Choices }) {
  const [values, setValues] = useState(chosen)
  const options = [{ value: none, label: 'No role' }, ...change.choices.map((choice) => ({ value: String(choice.id), label: choice.name }))]
  const choose = (from: number, value: string | null) => {
    chosen[from] = value === null || value === none ? null : Number(value)
    setValues({ ...chosen })
  }
  return (
    <div className="stack">
      <p>{pluralise(change.users_count, 'user has', 'users have')} a role of the current account type. Choose the roles they get in the new one.</p>
      {change.templates.map(({ id, name, users_count: users }) => (
        <Select
          key={id}
          label={`${name} (${pluralise(users, 'user')})`}
          data={options}
          allowDeselect={false}
          value={values[id] === null ? none : String(values[id])}
          onChange={(value) => choose(id, value)}
          comboboxProps={{ zIndex: 400 }}
        />
      ))}
    </div>
  )
}
