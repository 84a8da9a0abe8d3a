import type { ReactNode } from 'react'

/** FieldLook are the properties that every field has, whatever its value. */
export type FieldLook = {
  label?: string
  'aria-label'?: string
  description?: ReactNode
  placeholder?: string
  className?: string
  error?: string
  disabled?: boolean
  autoFocus?: boolean
  'data-autofocus'?: boolean
  inputWrapperOrder?: ('label' | 'input' | 'error' | 'description')[]
}

/** fieldLook returns only the properties that every field has. */
export function fieldLook(props: FieldLook): FieldLook {
  const { label, description, placeholder, className, error, disabled, autoFocus, inputWrapperOrder } = props
  const attributes = { 'aria-label': props['aria-label'], 'data-autofocus': props['data-autofocus'] }
  return { ...attributes, label, description, placeholder, className, error, disabled, autoFocus, inputWrapperOrder }
}
