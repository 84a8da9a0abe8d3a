import { useId } from 'react'
import classes from './segmented-control.module.css'

type Props = {
  'aria-label': string
  data: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  /** As wide as its container. */
  fullWidth?: boolean
  size?: 'xs'
  className?: string
}

/** SegmentedControl shows a few choices side by side. */
export function SegmentedControl({ data, value, onChange, disabled, fullWidth, size, className = '', ...label }: Props) {
  const name = useId()
  return (
    <div {...label} role="radiogroup" className={`${classes.control} ${className}`} data-full-width={fullWidth} data-size={size}>
      {data.map((option) => (
        <label key={option.value} className={classes.option}>
          <input type="radio" name={name} disabled={disabled} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
