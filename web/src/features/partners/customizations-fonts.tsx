import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { Field, SegmentedField, SelectField } from '../../kit/form/fields'
import { useField, useFormState } from '../../kit/form/form'
import { NumberField } from '../../kit/form/number-field'
import { Lookup } from '../../kit/form/picker'
import classes from './customizations.module.css'
import { Group } from './customizations-groups'
import { DefaultState, type GroupProps, Setting } from './customizations-setting'
import { chosenFont, type FontGroup, fontFields, fontSizes, websafeFonts } from './customizations-values'

const groups: { group: FontGroup; title: string; about: string }[] = [
  { group: 'collection_title_', title: 'Collection title', about: 'top' },
  { group: 'content_title_', title: 'Content title', about: 'content' },
  { group: 'body_text_', title: 'Body text', about: 'content' },
]

const sizes = [
  { name: 'header_message_font_size', label: 'Header message size (px)', about: 'top' },
  { name: 'heading_block_font_size', label: 'Heading block size (px)', about: 'heading' },
  { name: 'inspires_collection_title_font_size', label: 'Inspires collection title size (px)', about: 'inspires' },
] as const

export function FontsGroup(props: GroupProps) {
  return (
    <Group title="Fonts" about="top" description="Web-safe fonts, or any Google Font.">
      {groups.map((each) => (
        <FontSet key={each.group} {...props} {...each} />
      ))}
      <fieldset className={classes.set}>
        <legend>Other sizes</legend>
        <div className="stack">
          {sizes.map(({ name, label, about }) => (
            <div key={name} data-about={about}>
              <Setting {...props} of={[name]} label={label}>
                <NumberField field={props.form.field(name)} label={label} placeholder={String(props.standard[name])} />
              </Setting>
            </div>
          ))}
        </div>
      </fieldset>
    </Group>
  )
}

const optionsOf = (words: string[]) => words.map((word) => ({ value: word, label: word }))
const families = websafeFonts.map((name) => ({ value: name, label: name === 'inherit' ? 'Inherit' : name }))

const types = [
  { value: 'websafe-font', label: 'Web-safe' },
  { value: 'google-font', label: 'Google' },
]

function FontSet({ form, standard, group, title, about }: GroupProps & (typeof groups)[number]) {
  const type = useFormState(form, ({ values }) => values[`${group}font_type`])
  const font = useFormState(form, ({ values }) => values[`${group}google_font_id`])
  // Three groups have the same labels. The conflict dialog lists them together, so they need the name of their group.
  useEffect(() => {
    for (const name of fontFields(group)) {
      const label = form.labels.get(name)
      if (label && !label.startsWith(title)) form.labels.set(name, `${title}: ${label.toLowerCase()}`)
    }
  })
  return (
    <fieldset className={classes.set} data-about={about}>
      <legend>{title}</legend>
      <div className={classes.setStanding}>
        <DefaultState form={form} standard={standard} of={fontFields(group)} label={title} />
      </div>
      <div className="stack">
        <SegmentedField field={form.field(`${group}font_type`)} label="Font type" options={types} />
        {type === 'google-font' ? (
          <>
            <GoogleFont form={form} group={group} />
            <div className={classes.pairs}>
              {font && <Weight form={form} group={group} font={font} />}
              <Size form={form} group={group} />
            </div>
          </>
        ) : (
          <div className={classes.pairs}>
            <SelectField field={form.field(`${group}websafe_font_family`)} label="Family" options={families} />
            <Size form={form} group={group} />
          </div>
        )}
      </div>
    </fieldset>
  )
}

type Part = Pick<GroupProps, 'form'> & { group: FontGroup }

const Size = ({ form, group }: Part) => (
  <SelectField field={form.field(`${group}font_size`)} label="Size" options={optionsOf(Object.keys(fontSizes))} />
)

function GoogleFont({ form, group }: Part) {
  const name = `${group}google_font_id` as const
  const { value, error } = useField(form.field(name), 'Family')
  return (
    <Field name={name}>
      <Lookup
        label="Family"
        placeholder="Search Google Fonts"
        from="search/google-fonts"
        error={error}
        value={value}
        onChange={(id) => form.fill(chosenFont(group, id))}
      />
    </Field>
  )
}

function Weight({ form, group, font }: Part & { font: string }) {
  const { data } = useQuery({
    queryKey: ['google-fonts', font, 'weights'],
    queryFn: async () => bodyOf(await api.GET('/api/admin/google-fonts/{id}/weights', { params: { path: { id: font } } })).items,
  })
  const options = (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <SelectField field={form.field(`${group}google_font_weight`)} label="Weight" placeholder="Font default" options={options} clearable />
}
