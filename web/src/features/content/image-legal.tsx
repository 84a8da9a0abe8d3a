import { Button, Group } from '@mantine/core'
import { TextField } from '../../kit/form/fields'
import type { Form } from '../../kit/form/form'
import { FieldRow } from '../../kit/form/form-body'
import { Card } from '../../ui/page-layout'
import type { ImageValues } from './image-form-page'
import { adapted, nothing, providers } from './licences'

/** LegalCard has the fields about a picture's licence, and buttons that fill in the terms of a provider. */
export function LegalCard({ form }: { form: Form<ImageValues> }) {
  const fills: [string, () => void][] = [
    ...providers.map(([word, terms]): [string, () => void] => [word, () => form.fill(terms)]),
    ['(adapted)', () => form.fill({ image_modifications: adapted(form.get('image_modifications')) })],
  ]
  return (
    <Card title="Legal - Usage & Rights" about="Pick a source to fill in its licence terms; (adapted) indicates that the picture was modified.">
      <Group role="group" aria-label="Prefill" gap="xs" mb="md">
        {fills.map(([word, fill]) => (
          <Button key={word} variant="default" size="compact-sm" onClick={fill}>
            {word}
          </Button>
        ))}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => form.fill(nothing)}>
          clear
        </Button>
      </Group>
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
