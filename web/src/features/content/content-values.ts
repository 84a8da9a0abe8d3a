import type { InputOf } from '../../kit/api/lists'
import { useList } from '../../kit/api/lists'
import type { Content, MediaType } from '../../kit/api/schema.gen'
import type { FormOptions } from '../../kit/form/form'
import type { ImageValue } from '../../kit/form/image-field'

/** Values are the values of the form. */
export type Values = {
  content_url: string
  title: string
  synopsis: string
  type_id: number | null
  tag_ids: number[]
  destination_ids: number[]
  depth_id: number | null
  author: string
  runtime: number | null
  collection_ids: number[]
  featured_image: ImageValue | null
  expires_at: string | null
  publisher_ids: number[]
  language_ids: number[]
  subtitle_ids: number[]
  published_at: string | null
  lead_in: string
  lead_in_override: boolean
  embed_code: string
  embed_code_override: boolean
  embed_classes: Content['embed_classes']
  library_ids: number[]
  partner_id: number | null
}

export const defaultType = 2

/** emptyValues returns the values of an empty form. */
export const emptyValues = (): Values => ({
  content_url: '',
  title: '',
  synopsis: '',
  type_id: defaultType,
  tag_ids: [],
  destination_ids: [],
  depth_id: 2,
  author: '',
  runtime: null,
  collection_ids: [],
  featured_image: null,
  expires_at: null,
  publisher_ids: [],
  language_ids: [1],
  subtitle_ids: [],
  published_at: new Date().toISOString(),
  lead_in: '',
  lead_in_override: false,
  embed_code: '',
  embed_code_override: false,
  embed_classes: '',
  library_ids: [1],
  partner_id: 1,
})

/** valuesOf returns the form values of an existing item. */
export function valuesOf(item: Content): Values {
  const names = Object.keys(emptyValues()) as (keyof Values)[]
  return Object.fromEntries(names.map((name) => [name, item[name]])) as Values
}

/** namesOf returns the records that an item refers to, by field. */
export const namesOf = (item: Content): FormOptions<Values, unknown>['names'] => ({
  tag_ids: item.tags,
  destination_ids: item.destinations,
  collection_ids: item.collections,
  publisher_ids: item.publishers,
  language_ids: item.languages,
  subtitle_ids: item.subtitles,
  library_ids: item.libraries,
  depth_id: item.depth,
  partner_id: item.partner,
})

/** useMediaTypes loads the media types, which determine fields and lead-ins. If that fails, the rest of the form still works. */
export function useMediaTypes(): MediaType[] | undefined {
  const { data, isError } = useList('content-types', { per_page: 100, sort: 'order' })
  return data?.items ?? (isError ? [] : undefined)
}

/** The fields of steps five and six. */
const adminOnly: (keyof Values)[] = [
  'publisher_ids',
  'language_ids',
  'subtitle_ids',
  'published_at',
  'lead_in',
  'lead_in_override',
  'embed_code',
  'embed_code_override',
  'embed_classes',
  'library_ids',
  'partner_id',
]

/**
 * requestBody returns the values to save, without admin-only fields for editors, without fields that the media type does not have,
 * and without a lead-in that is not overridden.
 */
export function requestBody<T extends Partial<Values>>(values: T, all: Values, type: MediaType | undefined, admin: boolean) {
  const omitted = new Set<keyof Values>(admin ? [] : adminOnly)
  if (!all.lead_in_override) omitted.add('lead_in')
  if (type && !type.has_author) omitted.add('author')
  if (type && !type.has_runtime) omitted.add('runtime').add('subtitle_ids')
  const { featured_image: image } = values
  const withImageId = image ? { ...values, featured_image: { id: image.id } } : values
  return Object.fromEntries(Object.entries(withImageId).filter(([name]) => !omitted.has(name as keyof Values))) as InputOf<'content'>
}

/** The dates of content and images whose order is checked. */
export const dateNames = { publish: 'published_at', expires: 'expires_at' } as const
