import type { ReactNode } from 'react'
import { type Form, useFormState } from '../../kit/form/form'
import classes from './customizations.module.css'
import { isStandard, type Name, type Values } from './customizations-values'

export type GroupProps = { form: Form<Values>; standard: Values }

type DefaultStateProps = GroupProps & { of: readonly Name[]; label: string }

/** DefaultState shows that fields have their defaults, or a button to reset them. */
export function DefaultState({ form, standard, of, label }: DefaultStateProps) {
  const isDefault = useFormState(form, ({ values }) => of.every((name) => isStandard(name, values[name], standard)))
  if (isDefault) return <span className={classes.usual}>Default</span>
  return (
    <button
      type="button"
      className={classes.reset}
      title="Reset to default"
      onClick={() => form.fill(Object.fromEntries(of.map((name) => [name, standard[name]])))}
    >
      Reset<span className="visually-hidden"> {label.toLowerCase()}</span>
    </button>
  )
}

/** Setting is a field with its default or reset button next to the label. */
export function Setting({ children, ...defaultState }: DefaultStateProps & { children: ReactNode }) {
  return (
    <div className={classes.setting}>
      {children}
      <div className={classes.standing}>
        <DefaultState {...defaultState} />
      </div>
    </div>
  )
}
