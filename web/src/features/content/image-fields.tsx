import type { Form } from '../../kit/form/form'
import { ImageField } from '../../kit/form/image-field'
import { MarkdownField } from '../../kit/form/markdown-field'
import { PickerField, PickersField } from '../../kit/form/picker-field'
import type { ImageValues } from './image-form-page'

type Props = { form: Form<ImageValues> }

// Pickers and editors are heavy, and come right after the page that holds their places.

export const PictureField = ({ form }: Props) => <ImageField form={form} name="featured_image" label="Picture" />

/** AboutFields say what a picture shows. */
export function AboutFields({ form }: Props) {
  return (
    <>
      <MarkdownField form={form} name="synopsis" label="Caption" />
      <PickersField form={form} name="tag_ids" label="Subject areas" from="options/tags" />
      <PickersField form={form} name="destination_ids" label="Destinations" from="search/destinations" />
    </>
  )
}

/** AccessFields say where a picture is found, and whose it is. */
export function AccessFields({ form }: Props) {
  return (
    <>
      <PickersField form={form} name="collection_ids" label="Collections" from="search/collections" />
      <PickersField form={form} name="library_ids" label="Libraries" from="options/libraries" />
      <PickerField form={form} name="partner_id" label="Owner" from="options/partners" />
    </>
  )
}
