import { IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue } from 'react'
import type { Image } from '../../kit/api/schema.gen'
import { type Form, useFormState } from '../../kit/form/form'
import type { ImageValue } from '../../kit/form/image-field'
import { MarkdownView } from '../../kit/form/markdown-view'
import { Card } from '../../ui/page-layout'
import classes from './image-form.module.css'
import type { ImageValues } from './image-values'
import { safeUrl } from './safe-url'

/** PreviewCard shows the image as the platform does: picture, caption and credit line. */
export function PreviewCard({ form }: { form: Form<ImageValues> }) {
  const values = useDeferredValue(useFormState(form, (state) => state.values))
  const caption = (values.synopsis ?? '').trim()
  return (
    <Card title="Image Preview">
      <figure className="flat">
        {values.featured_image ? (
          <Picture image={values.featured_image} title={values.title} />
        ) : (
          <div className={classes.none}>
            <IconPhoto size={32} stroke={1.5} aria-hidden />
            Choose a picture to see it here.
          </div>
        )}
        <figcaption>
          {caption && (
            <div className={classes.caption}>
              <MarkdownView text={caption} />
            </div>
          )}
          <Credit values={values} />
        </figcaption>
      </figure>
    </Card>
  )
}

const maxHeight = 400

/** Picture is shown in full, never larger than its size; its space is reserved while it loads. */
function Picture({ image, title }: { image: ImageValue & Partial<Image>; title: string }) {
  const { width = 1, height = 1, full_url, generated_conversions = [] } = image
  const wide = generated_conversions.find((conversion) => conversion.name === 'wide' && conversion.has_conversion)
  return (
    <div className={classes.stage}>
      <img
        src={wide?.url ?? full_url}
        alt={title.trim() || 'Selected picture'}
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${width}px, ${Math.round((maxHeight * width) / height)}px)` }}
      />
    </div>
  )
}

/** Credit is "Attribution / Source, Licence · Modifications". */
function Credit({ values }: { values: ImageValues }) {
  const source = linked(values.image_source, values.image_source_url)
  const licence = linked(values.image_license, values.image_license_url)
  const attribution = values.image_attribution.trim()
  const changes = values.image_modifications.trim()
  if (!attribution && !source && !licence && !changes) return null
  return (
    <p className={classes.credit}>
      {attribution}
      {attribution && source && ' / '}
      {source}
      {(attribution || source) && licence && ', '}
      {licence}
      {changes && (attribution || source || licence) && ' · '}
      {changes}
    </p>
  )
}

/** linked returns a name linked to its URL; a URL without a name is shown by its host. */
function linked(name: string, address: string): ReactNode {
  const url = safeUrl(address)
  const text = name.trim() || url?.host
  if (!url || !text) return text
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
