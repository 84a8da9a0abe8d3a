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
  'aria-required'?: boolean
  labelProps?: Record<`data-${string}`, boolean>
  inputWrapperOrder?: ('label' | 'input' | 'error' | 'description')[]
}

/** fieldLook returns only the properties that every field has. */
export function fieldLook(props: FieldLook): FieldLook {
  const { label, description, placeholder, className, error, disabled, autoFocus, labelProps, inputWrapperOrder } = props
  const attributes = { 'aria-label': props['aria-label'], 'data-autofocus': props['data-autofocus'], 'aria-required': props['aria-required'] }
  return { ...attributes, label, description, placeholder, className, error, disabled, autoFocus, labelProps, inputWrapperOrder }
}
