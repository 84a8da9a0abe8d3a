import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Import } from '../../kit/api/schema.gen'
import { number, pluralise } from '../../kit/format/numbers'
import classes from './imports.module.css'

/** Outcome shows how many rows were created, changed, left as they are and rejected, and lists the rejected ones. */
export function Outcome({ item }: { item: Import }) {
  const figures = [
    ['New', item.created],
    ['Changed', item.changed],
    ['Left as they are', item.unchanged],
    ['Rejected', item.rejected],
  ] as const
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label} data-rejected={(label === 'Rejected' && value > 0) || undefined}>
            <dt>{label}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
      {item.rejected > 0 && <Rejected item={item} />}
    </>
  )
}

function Rejected({ item }: { item: Import }) {
  const labels = new Map(item.fields.map((field) => [field.name, field.label]))
  const rows = new Set(item.rejections.map(({ row }) => row)).size
  return (
    <section aria-label="Rejected rows">
      <div className={`row wrap spread ${classes.after}`}>
        <h3 className={classes.subtitle}>Rejected rows</h3>
        <Button component="a" variant="default" href={`/api/admin/imports/${item.id}/rejected`} download leftSection={<IconDownload size={16} />}>
          Download rejected rows
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Problems">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Field</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {item.rejections.map(({ row, field, message }) => (
              <tr key={`${row} ${field} ${message}`}>
                <td>{number(row)}</td>
                <td>{labels.get(field) ?? '—'}</td>
                <td className="anywhere">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {item.rejected > rows && (
        <p className="small">
          The first {pluralise(rows, 'row')}. The file has all {number(item.rejected)}.
        </p>
      )}
    </section>
  )
}
