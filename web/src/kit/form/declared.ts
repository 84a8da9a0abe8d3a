import type { ChoicePath } from '../api/lists'

/** FieldNamesOf are the names of the fields of V whose type is T. */
export type FieldNamesOf<V, T> = { [K in keyof V]-?: [NonNullable<V[K]>] extends [T] ? K : never }[keyof V] & string

/** RequiredNamesOf are the names of the fields that the API requires. */
type RequiredNamesOf<I> = { [K in keyof I]-?: object extends Pick<I, K> ? never : K }[keyof I] & string

/** A field that the API requires must be marked as required. Others may be, because the API has a default for them. */
type Marked<I> = { field: RequiredNamesOf<I>; required: true } | { field: Exclude<keyof I & string, RequiredNamesOf<I>>; required?: true }

type FieldBase<I> = {
  label: string
  description?: string | ((values: I) => string)
  placeholder?: string
  /** The field is shown while this returns true. The value of a hidden field is not sent. */
  when?: (values: I) => boolean
}

/** FormFieldOf declares a field of a form. Its name must exist in the request body, with the type of its component. */
export type FormFieldOf<I, R = object> = FieldBase<I> &
  Marked<I> &
  (
    | { field: FieldNamesOf<I, string>; as: 'text' | 'textarea' | 'code' | 'markdown' | 'icon' | 'email' | 'url' }
    | { field: FieldNamesOf<I, string>; as: 'slug'; from: FieldNamesOf<I, string>; quiet?: true }
    | { field: FieldNamesOf<I, number>; as: 'number' }
    | { field: FieldNamesOf<I, boolean>; as: 'switch' }
    | { field: FieldNamesOf<I, string>; as: 'select'; options: readonly { value: string; label: string }[] }
    | { field: FieldNamesOf<I, string>; as: 'date' }
    | {
        field: FieldNamesOf<I, string[]>
        as: 'tags' /** Entries have no spaces and commas, which separate them when several are pasted. */
        separated?: true
      }
    | { field: FieldNamesOf<I, number>; as: 'picker'; from: ChoicePath; named?: keyof R & string }
    | { field: FieldNamesOf<I, number[]>; as: 'pickers'; from: ChoicePath; named?: keyof R & string }
    | { field: keyof I & string; as: 'image' }
  )
