import type { paths as calls, ImageItem } from '../../kit/api/schema.gen'
import type { ImageValue } from '../../kit/form/image-field'
import { officeDay } from '../../kit/format/dates'
import { emptyLegal, type LegalValues } from './licences'

/** ImageValues are the values of the form. */
export type ImageValues = LegalValues & {
  featured_image: ImageValue | null
  title: string
  synopsis: string
  tag_ids: number[]
  destination_ids: number[]
  collection_ids: number[]
  library_ids: number[]
  partner_id: number | null
  published_at: string | null
  expires_at: string | null
  original: boolean
}

/** emptyValues returns the values of a new image: in library 1, owned by partner 1, published today. */
export const emptyValues = (): ImageValues => ({
  ...emptyLegal,
  featured_image: null,
  title: '',
  synopsis: '',
  tag_ids: [],
  destination_ids: [],
  collection_ids: [],
  library_ids: [1],
  partner_id: 1,
  published_at: officeDay(new Date()),
  expires_at: null,
  original: false,
})

/** valuesOf returns the form values of an existing image. */
export const valuesOf = (image: ImageItem) =>
  Object.fromEntries(Object.keys(emptyValues()).map((name) => [name, image[name as keyof ImageItem]])) as ImageValues

type Input = calls['/api/admin/images']['post']['requestBody']['content']['application/json']

/** requestBody converts values to a request body: a picture is sent by id. The server validates a missing owner. */
export function requestBody({ featured_image: picture, ...rest }: Partial<ImageValues>) {
  return { ...rest, ...(picture !== undefined && { featured_image: picture && { id: picture.id } }) } as Input
}
