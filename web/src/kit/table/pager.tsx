import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Select } from '../../ui/select'
import type { Meta } from '../api/schema.gen'
import { number, total } from '../format/numbers'
import type { TableControl } from './state'
import classes from './table.module.css'

const sizes = [10, 25, 50, 100]

/** Pager shows the position and page buttons. If the total is capped, there is no last page, only a next one. */
export function Pager({ table, meta, shown, label = 'Pages' }: { table: TableControl; meta: Meta; shown: number; label?: string }) {
  const { page, perPage } = table.state
  const first = (page - 1) * perPage + 1
  const hasNext = meta.last_page === null ? shown === perPage : page < meta.last_page
  const sizeOptions = sizes.includes(perPage) ? sizes : [...sizes, perPage].sort((a, b) => a - b)
  return (
    <nav className={classes.pager} aria-label={label}>
      <span className={classes.range}>{shown > 0 ? `${number(first)}–${number(first + shown - 1)} of ${total(meta)}` : `0 of ${total(meta)}`}</span>
      <div className={classes.pages}>
        <ActionIcon aria-label="Previous page" disabled={page <= 1} onClick={() => table.change({ page: page - 1 })}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        {meta.last_page === null ? (
          <span className={classes.gap}>Page {number(page)}</span>
        ) : (
          pageNumbers(page, meta.last_page).map((n, i) =>
            n === 0 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other key
              <span key={`gap${i}`} className={classes.gap}>
                …
              </span>
            ) : (
              <button
                key={n}
                type="button"
                className={classes.page}
                aria-label={`Page ${n}`}
                aria-current={n === page ? 'page' : undefined}
                onClick={() => table.change({ page: n })}
              >
                {number(n)}
              </button>
            ),
          )
        )}
        <ActionIcon aria-label="Next page" disabled={!hasNext} onClick={() => table.change({ page: page + 1 })}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
      {table.spec.perPage === undefined && (
        <Select
          className={classes.size}
          aria-label="Rows per page"
          data={sizeOptions.map((n) => ({ value: String(n), label: `${n} / page` }))}
          value={String(perPage)}
          onChange={(value) => value && table.change({ perPage: Number(value) })}
          above
        />
      )}
    </nav>
  )
}

/** pageNumbers returns the pages with a button: the first, the last, and those around the current one; 0 is a gap. */
export function pageNumbers(page: number, last: number): number[] {
  const near = new Set([1, last, page - 1, page, page + 1].filter((n) => n >= 1 && n <= last))
  const list: number[] = []
  for (const n of [...near].sort((a, b) => a - b)) {
    const before = list.at(-1)
    if (before !== undefined && n - before === 2) list.push(n - 1)
    else if (before !== undefined && n - before > 2) list.push(0)
    list.push(n)
  }
  return list
}
