import { type ChangeEvent, useEffect, useRef } from 'react'
import classes from './table.module.css'

type Props = { label: string; checked: boolean; indeterminate?: boolean; disabled?: boolean; onChange: (range: boolean) => void }

/** RowCheckbox is a plain checkbox, because the library's component is slow in large tables. */
export function RowCheckbox({ label, checked, indeterminate = false, disabled, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  function handleChange({ nativeEvent }: ChangeEvent) {
    const range = (nativeEvent as MouseEvent).shiftKey // React reports the click on a checkbox, also the one of the space bar
    if (range) getSelection()?.removeAllRanges() // a shift-click also selects text
    onChange(range)
  }
  return <input ref={box} type="checkbox" className={classes.box} aria-label={label} checked={checked} disabled={disabled} onChange={handleChange} />
}
