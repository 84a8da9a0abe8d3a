import { InputBase, type InputBaseProps } from '@mantine/core'
import type { ComponentProps, CSSProperties } from 'react'
import classes from './textarea.module.css'

type Props = Omit<InputBaseProps, 'multiline' | 'style'> & ComponentProps<'textarea'> & { minRows: number; maxRows: number; code?: boolean }

/** Textarea grows with its text where the browser supports it. Elsewhere the user can resize it. */
export function Textarea({ minRows, maxRows, code, ...props }: Props) {
  const rows = { '--min': minRows, '--max': maxRows } as CSSProperties
  return (
    <InputBase
      {...props}
      component="textarea"
      multiline
      rows={minRows}
      style={rows}
      classNames={{ input: code ? classes.code : classes.text }}
      spellCheck={code ? false : undefined}
    />
  )
}
