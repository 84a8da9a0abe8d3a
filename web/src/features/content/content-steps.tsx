import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MediaType } from '../../kit/api/schema.gen'
import { DateField, expiryPresets, publishPresets } from '../../kit/form/date-field'
import { useDateWarning } from '../../kit/form/date-warnings'
import { SelectField, TextField } from '../../kit/form/fields'
import { type Form, useFormState } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import { ImageField, imageHint } from '../../kit/form/image-field'
import { MarkdownField } from '../../kit/form/markdown-field'
import { NumberField } from '../../kit/form/number-field'
import { PickerField, PickersField } from '../../kit/form/picker-field'
import { Note } from '../../ui/note'
import { Card } from '../../ui/page-layout'
import classes from './content-form.module.css'
import { dateNames, type Values } from './content-values'
import { Tweaks } from './tweaks'
import type { Address } from './use-address'

type Props = {
  form: Form<Values>
  types: MediaType[]
  address: Address
  admin: boolean
  /** The item is new: the title gets the focus, so that the values read from the page are reviewed. */
  isNew: boolean
}

/** ContentSteps are all steps after the URL. */
export function ContentSteps({ form, types, address, admin, isNew }: Props) {
  const type = useType(form, types)
  const { picture } = address.reading
  const warning = useDateWarning(form, 'expires', dateNames)
  return (
    <>
      <Step step={2} title="The basics">
        <TextField field={form.field('title')} label="Title" required autoFocus={isNew} />
        <div>
          <MarkdownField field={form.field('synopsis')} label="Synopsis" />
          <SynopsisNote form={form} />
        </div>
        <FieldRow>
          <SelectField
            field={form.field('type_id')}
            label="Media type"
            required
            from="options/content-types"
            options={types.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </FieldRow>
      </Step>
      <Step step={3} title="Just a few more things">
        <FieldRow>
          <PickersField field={form.field('tag_ids')} label="Subject areas" from="options/tags" />
          <PickersField field={form.field('destination_ids')} label="Destinations" from="search/destinations" />
        </FieldRow>
        <FieldRow>
          <PickerField field={form.field('depth_id')} label="Depth" from="options/content-depths" />
          {type?.has_author && <TextField field={form.field('author')} label="Author" />}
          {type?.has_runtime && <NumberField field={form.field('runtime')} label="Runtime" suffix="min" />}
        </FieldRow>
      </Step>
      <Step step={4} title="Finally, anything else">
        <PickersField field={form.field('collection_ids')} label="Collections" from="search/collections" />
        <FieldRow>
          <ImageField
            field={form.field('featured_image')}
            label="Image"
            pendingText={picture === 'loading' ? 'Fetching the page’s image…' : undefined}
            description={picture === 'failed' ? <Unfetched /> : imageHint}
          />
          <DateField field={form.field('expires_at')} label="Expiration date" placeholder="Never" presets={expiryPresets()} warning={warning} />
        </FieldRow>
      </Step>
      {admin && (
        <>
          <Step step={5} label="ADMIN ONLY" title="A few extra pieces of information">
            <FieldRow>
              <PickersField field={form.field('publisher_ids')} label="Publishers" from="options/publishers" />
              <PickersField field={form.field('language_ids')} label="Languages" from="options/languages" />
            </FieldRow>
            <FieldRow>
              {type?.has_runtime && <PickersField field={form.field('subtitle_ids')} label="Subtitle languages" from="options/languages" />}
              <DateField field={form.field('published_at')} label="Publish date" placeholder="Not published" presets={publishPresets()} />
            </FieldRow>
          </Step>
          <Step step={6} label="ADMIN ONLY" title="Special tweaks">
            <Tweaks form={form} type={type} suggestedCode={address.reading.page?.embed_code ?? ''} />
          </Step>
        </>
      )}
    </>
  )
}

/** useType returns the selected media type. */
function useType(form: Form<Values>, types: MediaType[]): MediaType | undefined {
  const id = useFormState(form, (state) => state.values.type_id)
  return types.find((type) => type.id === id)
}

function Step({ children, ...card }: { step: number; title: string; label?: string; children: ReactNode }) {
  return (
    <Card {...card}>
      <div className={classes.fields}>{children}</div>
    </Card>
  )
}

const Unfetched = () => (
  <>
    <span>The page’s image could not be fetched.</span> {imageHint}
  </>
)

const longSynopsis = 350

/** SynopsisNote counts characters and recommends a length. It does not prevent saving. */
function SynopsisNote({ form }: { form: Form<Values> }) {
  const count = useFormState(form, (state) => [...state.values.synopsis].length)
  return (
    <Box mt={6}>
      {count === 0 && <Note small>A short synopsis of up to {longSynopsis} characters works best.</Note>}
      {count > 0 && count < longSynopsis && (
        <Note small tone="good">
          {`${count} ${count === 1 ? 'character' : 'characters'}.`}
        </Note>
      )}
      {count >= longSynopsis && (
        <Note small tone="warning">
          {`${count} characters. We recommend fewer than ${longSynopsis}.`}
        </Note>
      )}
    </Box>
  )
}
