import { ValueView } from '../../kit/history/value-view'
import { changesOf, type Described, signInActions } from '../../kit/history/words'
import classes from './activity.module.css'

/** Changes is the table of the fields that an entry has changed. */
export function Changes({ entry }: { entry: Described }) {
  const list = changesOf(entry)
  if (entry.action in signInActions) return null
  if (list.length === 0) return <p className="flat dimmed">No fields were changed.</p>
  return (
    <table className={classes.changes} aria-label="Changed fields">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ field, label }) => {
          const difference = entry.changes[field]
          if (!difference) return null
          return (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td data-label="Before">
                <ValueView field={field} value={difference.before} difference={difference} />
              </td>
              <td data-label="After">
                <ValueView field={field} value={difference.after} difference={difference} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
