import type { Form } from '../../kit/form/form'
import { ImageField } from '../../kit/form/image-field'
import { MarkdownField } from '../../kit/form/markdown-field'
import { PickerField, PickersField } from '../../kit/form/picker-field'
import type { ImageValues } from './image-values'

type Props = { form: Form<ImageValues> }

// Pickers and editors are large, so they are loaded after the page, which shows placeholders.

export const PictureField = ({ form }: Props) => <ImageField field={form.field('featured_image')} label="Picture" required />

/** AboutFields describe the picture. */
export function AboutFields({ form }: Props) {
  return (
    <>
      <MarkdownField field={form.field('synopsis')} label="Caption" />
      <PickersField field={form.field('tag_ids')} label="Subject areas" from="options/tags" />
      <PickersField field={form.field('destination_ids')} label="Destinations" from="search/destinations" />
    </>
  )
}

/** AccessFields are the collections, libraries and owner of the picture. */
export function AccessFields({ form }: Props) {
  return (
    <>
      <PickersField field={form.field('collection_ids')} label="Collections" from="search/collections" />
      <PickersField field={form.field('library_ids')} label="Libraries" from="options/libraries" />
      <PickerField field={form.field('partner_id')} label="Owner" from="options/partners" required />
    </>
  )
}
