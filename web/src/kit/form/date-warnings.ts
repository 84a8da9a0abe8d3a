import { formatDay, officeDay } from '../format/dates'
import { type Form, useFormState } from './form'

/** Dates are the days on which a record is published, featured and shown for the last time, in the office time zone. */
type Dates = { publish: string | null; feature?: string | null; expires: string | null }

/** dateWarnings returns what is odd about dates in relation to each other, by the date it is about. They can be saved nevertheless. */
export function dateWarnings({ publish, feature = null, expires }: Dates): { feature?: string; expires?: string } {
  const warnings: ReturnType<typeof dateWarnings> = {}
  if (feature && !publish) warnings.feature = 'Featured but not public: there is no publish date.'
  else if (feature && publish && feature < publish) warnings.feature = `Featured before it becomes public on ${formatDay(publish)}.`
  if (expires && publish && expires < publish) warnings.expires = `Expires before it is published on ${formatDay(publish)}.`
  else if (expires && feature && expires < feature) warnings.expires = `Expires before it is featured on ${formatDay(feature)}.`
  return warnings
}

type Names<V> = { publish: keyof V; feature?: keyof V; expires: keyof V }

/** useDateWarning returns the warning about one of the dates of a form, and updates it before the form is saved. */
export function useDateWarning<V extends object>(form: Form<V>, about: 'feature' | 'expires', names: Names<V>): string | undefined {
  return useFormState(form, ({ values }) => {
    const day = (name: keyof V | undefined) => {
      const at = name === undefined ? null : (values[name] as string | null | undefined)
      return at ? officeDay(at) : null
    }
    return dateWarnings({ publish: day(names.publish), feature: day(names.feature), expires: day(names.expires) })[about]
  })
}
