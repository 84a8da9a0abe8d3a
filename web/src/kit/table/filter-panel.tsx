import { useEffect, useRef } from 'react'
import { useLayer } from '../dialog/layer'
import { FilterField } from './filter-field'
import classes from './filter-panel.module.css'
import type { TableControl } from './state'
import type { Filter } from './types'

type Props = { label: string; filters: readonly Filter[]; table: TableControl; onClose: (byKey?: boolean) => void }

/** FilterPanel has the filters that the toolbar has no room for. It lies over the table. */
export function FilterPanel({ label, filters, table, onClose }: Props) {
  const root = useRef<HTMLFieldSetElement>(null)
  useLayer(true, () => onClose(true))
  useEffect(() => {
    const toolbar = root.current?.parentElement?.parentElement
    // The lists and calendars of the fields are outside of the panel.
    const closeOutside = ({ target }: Event) =>
      target instanceof Element && !toolbar?.contains(target) && !target.closest('[class*="-dropdown"]') && onClose()
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [onClose])
  return (
    <fieldset className={classes.panel} aria-label={label} ref={root}>
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} table={table} inPanel />
      ))}
    </fieldset>
  )
}
