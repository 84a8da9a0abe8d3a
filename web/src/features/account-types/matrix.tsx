import { type CSSProperties, type KeyboardEvent, memo, useSyncExternalStore } from 'react'
import type { Permission, PermissionGroup, UserTemplate } from '../../kit/api/schema.gen'
import { Marked } from '../../kit/format/marked'
import { number } from '../../kit/format/numbers'
import { GroupToggle } from './group-toggle'
import classes from './permissions.module.css'
import { type Loaded, type Permit, saves } from './switching'
import { TemplateMenu } from './template-menu'

/** LoadedTemplates is the loaded state of the templates, with the version it was loaded at. */
type LoadedTemplates = Loaded & { templates: UserTemplate[]; mayEdit: boolean }

type Props = LoadedTemplates & {
  groups: PermissionGroup[]
  /** All groups, including those filtered out: the column heads count their permissions. */
  all: PermissionGroup[]
}

/** Matrix has a row per permission, a column per user template, and a switch in each cell. */
export function Matrix({ groups, all, ...read }: Props) {
  const { templates, mayEdit } = read
  const permissions = all.flatMap((group) => group.permissions)
  return (
    <section className={classes.scroll} aria-label="Permissions by user template" tabIndex={mayEdit ? undefined : 0}>
      <table className={classes.table} aria-label="Permissions" style={{ '--templates': templates.length } as CSSProperties}>
        <thead>
          <tr className={classes.head}>
            <th scope="col">Permission</th>
            {templates.map((template) => (
              <TemplateHead key={template.id} {...read} template={template} permissions={permissions} />
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.group}>
            <tr className={classes.group}>
              <th scope="rowgroup">
                <Marked text={group.label} />
              </th>
              {templates.map((template) => (
                <td key={template.id}>
                  <GroupToggle group={group} template={template} loaded={read} mayEdit={mayEdit} onKeyDown={moveFocus} />
                </td>
              ))}
            </tr>
            {group.permissions.map((permission) => (
              <PermissionRow key={permission.key} permission={permission} {...read} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function TemplateHead({ template, permissions, mayEdit, ...read }: LoadedTemplates & { template: UserTemplate; permissions: Permission[] }) {
  const on = useSyncExternalStore(saves.subscribe, () => permissions.filter((permission) => saves.isOn(read, template, permission)).length)
  return (
    <th scope="col">
      <span className={classes.name} title={template.name}>
        {template.name}
      </span>{' '}
      <span className={classes.count}>
        {number(on)} of {number(permissions.length)}
      </span>
      {mayEdit && <TemplateMenu {...read} template={template} permissions={permissions} />}
    </th>
  )
}

// Toggling a switch rerenders only that switch and its column head: there can be thousands of cells.
const PermissionRow = memo(function PermissionRow({
  permission,
  accountType,
  templates,
  readAt,
  mayEdit,
}: LoadedTemplates & { permission: Permission }) {
  return (
    <tr className={classes.row}>
      <th scope="row">
        <span className="block strong">
          <Marked text={permission.label} />
        </span>{' '}
        <span className={`${classes.description} block hint`}>
          <Marked text={permission.description} />
        </span>
      </th>
      {templates.map((template) => (
        <td key={template.id}>
          <Toggle
            permit={{ accountType, template, permission }}
            read={template.permissions[permission.key] === true}
            readAt={readAt}
            mayEdit={mayEdit}
          />
        </td>
      ))}
    </tr>
  )
})

/** Toggle is a plain checkbox that looks like the other switches: the library's component is too slow for hundreds of cells. */
function Toggle({ permit, read, readAt, mayEdit }: { permit: Permit; read: boolean; readAt: number; mayEdit: boolean }) {
  const on = useSyncExternalStore(saves.subscribe, () => saves.shown(permit, read, readAt))
  return (
    <label className={classes.press}>
      <input
        type="checkbox"
        role="switch"
        className={classes.toggle}
        aria-label={`${permit.permission.label} for ${permit.template.name}`}
        checked={on}
        aria-checked={on}
        disabled={!mayEdit}
        onChange={(event) => saves.set(permit, event.currentTarget.checked)}
        onKeyDown={moveFocus}
      />
    </label>
  )
}

/** moveFocus focuses the next switch in the direction of the arrow key. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>) {
  const row = event.currentTarget.closest('tr')
  const list = [...(event.currentTarget.closest('table')?.querySelectorAll('input') ?? [])]
  const width = row?.querySelectorAll('input').length ?? 0
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[event.key]
  if (!step) return
  event.preventDefault()
  const next = list[list.indexOf(event.currentTarget) + step]
  if (next && (Math.abs(step) === width || next.closest('tr') === row)) next.focus()
}
