import { api, bodyOf } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import type { ItemRow } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { useForm } from '../../kit/form/form'
import { FormDialog } from '../../kit/form/form-dialog'
import { ImageField, type ImageValue } from '../../kit/form/image-field'

type Values = { featured_image: ImageValue | null }

/** FeaturedImageDialog changes the featured image of content or an image from its row. */
export function FeaturedImageDialog({ item, onClose }: { item: ItemRow; onClose: () => void }) {
  const form = useForm({
    initial: { featured_image: item.featured_image } as Values,
    save: async ({ featured_image: image }) =>
      bodyOf(
        await api.PUT('/api/admin/content/{id}/featured-image', {
          params: { path: { id: String(item.id) } },
          body: { featured_image: image && { id: image.id } }, // without a version: concurrent edits of other fields do not conflict
        }),
      ),
    saved() {
      notify.done('Updated featured image.')
      void reload('content')
      onClose()
    },
  })
  return (
    <FormDialog title="Edit featured image" form={form} submit="Save" onClose={onClose} size={480}>
      <ImageField field={form.field('featured_image')} label="Featured image" />
    </FormDialog>
  )
}
