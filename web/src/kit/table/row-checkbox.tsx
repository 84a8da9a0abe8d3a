import { useEffect, useRef } from 'react'
import classes from './table.module.css'

type Props = { label: string; checked: boolean; indeterminate?: boolean; onChange: () => void }

/** RowCheckbox is a plain checkbox, because the library's component is slow in large tables. */
export function RowCheckbox({ label, checked, indeterminate = false, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return <input ref={box} type="checkbox" className={classes.box} aria-label={label} checked={checked} onChange={onChange} />
}
