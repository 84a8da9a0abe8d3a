import { ActionIcon } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { DifferenceView } from './difference-view'
import classes from './history.module.css'
import { ValueView } from './value-view'
import { changesOf, type Described, fieldLabel } from './words'

type Props = { entry: Described /** The fields that can be set back. */; restorable: readonly string[]; onRestore: (field: string) => void }

/** FieldDifferences lists the changed fields of an entry. Those of a new or deleted record are folded. */
export function FieldDifferences({ entry, restorable, onRestore }: Props) {
  const fields = changesOf(entry).map(({ field }) => field)
  const whole = entry.action === 'created' || entry.action === 'deleted'
  const list = (
    <dl className={classes.fields}>
      {fields.map((field) => (
        <Field key={field} {...{ entry, field, whole }} onRestore={restorable.includes(field) ? () => onRestore(field) : undefined} />
      ))}
    </dl>
  )
  if (fields.length === 0) return null
  if (!whole) return list
  return (
    <details className={classes.details}>
      <summary>{fields.length === 1 ? '1 field' : `${fields.length} fields`}</summary>
      {list}
    </details>
  )
}

type FieldProps = { entry: Described; field: string; whole: boolean; onRestore?: () => void }

function Field({ entry, field, whole, onRestore }: FieldProps) {
  const difference = entry.changes[field]
  if (!difference) return null
  const label = fieldLabel(field)
  const value = entry.action === 'created' ? difference.after : difference.before
  return (
    <div className={classes.field}>
      <dt className={classes.name}>{label}</dt>
      <dd className={classes.value}>
        <span className="grow">
          {whole ? <ValueView field={field} value={value} difference={difference} /> : <DifferenceView field={field} difference={difference} />}
        </span>
        {onRestore && (
          <ActionIcon size="sm" aria-label={`Restore this field: ${label}`} title="Restore this field" onClick={onRestore}>
            <IconRestore size={16} />
          </ActionIcon>
        )}
      </dd>
    </div>
  )
}
