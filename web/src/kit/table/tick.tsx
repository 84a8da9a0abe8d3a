import { useEffect, useRef } from 'react'
import classes from './table.module.css'

type Props = { label: string; checked: boolean; partly?: boolean; onChange: () => void }

/** Tick is a plain checkbox, because the library's component is slow in large tables. */
export function Tick({ label, checked, partly = false, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly
  }, [partly])
  return <input ref={box} type="checkbox" className={classes.box} aria-label={label} checked={checked} onChange={onChange} />
}
