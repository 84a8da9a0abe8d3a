import type { SavedView } from '../api/schema.gen'
import { notify } from '../dialog/notices'
import { SwitchField, TextField } from '../form/fields'
import { useForm } from '../form/form'
import { FormDialog } from '../form/form-dialog'
import { Rich } from '../format/rich'
import { useIsAdmin } from '../session/session'
import { createView, updateView, type ViewInput } from './view-calls'

type Props = {
  table: string
  /** The view to rename; without it a new one is saved. */
  view?: SavedView
  /** What the table shows at present. */
  shown: Required<Pick<ViewInput, 'params' | 'columns'>>
  onClose: () => void
  onSaved: (view: SavedView) => void
}

/** ViewDialog saves what a table shows as a view, or renames a view. */
export function ViewDialog({ table, view, shown, onClose, onSaved }: Props) {
  const admin = useIsAdmin()
  const form = useForm({
    initial: { name: view?.name ?? '', shared: false, default: false },
    version: view?.version,
    save: (values, _, version) => (view ? updateView(view, { name: values.name, version }) : createView(table, { ...values, ...shown })),
    saved(saved) {
      notify.done(<Rich text={view ? 'View renamed to **{name}**' : 'View **{name}** saved'} values={{ name: saved.name }} />)
      onSaved(saved)
    },
  })
  return (
    <FormDialog title={view ? 'Rename view' : 'Save as view'} form={form} submit={view ? 'Rename view' : 'Save view'} onClose={onClose} size={460}>
      <TextField
        field={form.field('name')}
        label="Name"
        required
        autoFocus
        description={view ? undefined : 'The view stores the filters, the search, the sort order and the columns of this table.'}
      />
      {!view && admin && <SwitchField field={form.field('shared')} label="Share with all staff" />}
      {!view && <SwitchField field={form.field('default')} label="Open this table with the view" />}
    </FormDialog>
  )
}
