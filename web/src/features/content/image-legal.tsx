import { Button } from '@mantine/core'
import { TextField } from '../../kit/form/fields'
import type { Form } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import { Card } from '../../ui/page-layout'
import classes from './image-form.module.css'
import type { ImageValues } from './image-values'
import { emptyLegal, fillTerms, providers, withAdaptedNote } from './licences'

/** LegalCard has the fields about a picture's licence, and buttons that fill in the terms of a provider. */
export function LegalCard({ form }: { form: Form<ImageValues> }) {
  const prefills: [string, () => void][] = [
    ...providers.map(([label, terms]): [string, () => void] => [label, () => form.fill(fillTerms(terms, form.state.values))]),
    ['(adapted)', () => form.fill({ image_modifications: withAdaptedNote(form.get('image_modifications')) })],
  ]
  return (
    <Card title="Legal - Usage & Rights" about="Pick a source to fill in its licence terms; (adapted) indicates that the picture was modified.">
      <fieldset className={classes.prefill} aria-label="Prefill">
        {prefills.map(([label, fill]) => (
          <Button key={label} variant="default" size="compact-sm" onClick={fill}>
            {label}
          </Button>
        ))}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => form.fill(emptyLegal)}>
          clear
        </Button>
      </fieldset>
      <div className="stack">
        <FieldRow>
          <TextField field={form.field('image_source')} label="Source" />
          <TextField field={form.field('image_source_url')} label="Source URL" type="url" placeholder="https://" />
        </FieldRow>
        <FieldRow>
          <TextField field={form.field('image_license')} label="Licence" />
          <TextField field={form.field('image_license_url')} label="Licence URL" type="url" placeholder="https://" />
        </FieldRow>
        <TextField field={form.field('image_attribution')} label="Attribution" description="Who to credit, usually the photographer." />
        <TextField field={form.field('image_modifications')} label="Modifications" description="What was changed. Some licences require this." />
      </div>
    </Card>
  )
}
