import type { ChoicePath } from '../api/lists'

/** Named are the names of the fields of V that hold a T. */
export type Named<V, T> = { [K in keyof V]-?: [NonNullable<V[K]>] extends [T] ? K : never }[keyof V] & string

type FieldBase<I> = {
  label: string
  description?: string | ((values: I) => string)
  placeholder?: string
  /** The field is shown while this returns true. The value of a hidden field is not sent. */
  when?: (values: I) => boolean
}

/** FormFieldOf declares a field of a form. Its name must exist in the request body, with the type of its component. */
export type FormFieldOf<I, R = object> = FieldBase<I> &
  (
    | { field: Named<I, string>; as: 'text' | 'textarea' | 'code' | 'markdown' | 'icon' | 'email' | 'url' }
    | { field: Named<I, string>; as: 'slug'; from: Named<I, string>; quiet?: true }
    | { field: Named<I, number>; as: 'number' }
    | { field: Named<I, boolean>; as: 'switch' }
    | { field: Named<I, string>; as: 'select'; options: readonly { value: string; label: string }[] }
    | { field: Named<I, string>; as: 'date' }
    | { field: Named<I, string[]>; as: 'tags' }
    | { field: Named<I, number>; as: 'picker'; from: ChoicePath; named?: keyof R & string }
    | { field: Named<I, number[]>; as: 'pickers'; from: ChoicePath; named?: keyof R & string }
    | { field: keyof I & string; as: 'image' }
  )
