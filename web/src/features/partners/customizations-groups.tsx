import type { ReactNode } from 'react'
import { SegmentedField, SwitchField } from '../../kit/form/fields'
import { useFormState } from '../../kit/form/form'
import { ImageField } from '../../kit/form/image-field'
import { NumberField } from '../../kit/form/number-field'
import { Card } from '../../ui/page-layout'
import classes from './customizations.module.css'
import { ColourField } from './customizations-colour'
import { type GroupProps, Setting } from './customizations-setting'
import type { Colour, Name, Values } from './customizations-values'

/** Group is a card of the form. `about` is the part of the landing page it changes. */
export function Group({ title, about, description, children }: { title: string; about: string; description: string; children: ReactNode }) {
  return (
    <div data-about={about}>
      <Card title={title} about={description}>
        <div className="stack">{children}</div>
      </Card>
    </div>
  )
}

export function ImageGroup({ form }: GroupProps) {
  return (
    <Group title="Images" about="top" description="JPEG, PNG, GIF or WebP, at most 10 MB.">
      <div className={classes.images}>
        <ImageField field={form.field('logo')} label="Logo" description="For light headers." />
        <ImageField field={form.field('logo_light')} label="Light logo" description="For dark headers." />
        <ImageField field={form.field('favicon')} label="Favicon" description="Shown in the browser tab. Use a square image." />
        <ImageField field={form.field('header_background_image')} label="Header background image" description="Fills the header. Use a wide image." />
      </div>
    </Group>
  )
}

const colours: { name: Colour; label: string }[] = [
  { name: 'brand_color', label: 'Brand colour' },
  { name: 'brand_hover_color', label: 'Brand hover colour' },
  { name: 'link_color', label: 'Link colour' },
  { name: 'link_hover_color', label: 'Link hover colour' },
  { name: 'heading_color', label: 'Heading colour' },
  { name: 'body_color', label: 'Body colour' },
]

/** derivedColours returns the colours of empty fields that follow from others, mixed as on the server. */
function derivedColours({ brand_color, link_color }: Values, standard: Values): Partial<Record<Colour, string>> {
  const brand = brand_color || standard.brand_color || ''
  const darker = (colour: string) => `color-mix(in srgb, ${colour} 74%, black)`
  return { brand_hover_color: darker(brand), link_color: brand, link_hover_color: darker(link_color || brand) }
}

export function ColourGroup(props: GroupProps) {
  const values = useFormState(props.form, (state) => state.values)
  const derived = derivedColours(values, props.standard)
  return (
    <Group
      title="Colours"
      about="top"
      description="Hover and link colours follow the brand colour until you set them. Hover over buttons and links in the preview to see them."
    >
      <div className={classes.pairs}>
        {colours.map((colour) => (
          <Setting key={colour.name} {...props} of={[colour.name]} label={colour.label}>
            <ColourField
              field={props.form.field(colour.name)}
              label={colour.label}
              placeholder={props.standard[colour.name] || (derived[colour.name] ? 'From brand' : 'Inherited')}
              derived={derived[colour.name]}
            />
          </Setting>
        ))}
      </div>
    </Group>
  )
}

export function HeaderGroup(props: GroupProps) {
  return (
    <Group title="Header" about="top" description="What visitors see first.">
      <Choice
        {...props}
        name="logo_location"
        label="Logo location"
        options={[
          { value: 'header', label: 'Header' },
          { value: 'contact-bar', label: 'Contact bar' },
        ]}
      />
      <Choice
        {...props}
        name="header_style"
        label="Header style"
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <Choice
        {...props}
        name="header_overlay"
        label="Overlay"
        options={[
          { value: 'none', label: 'None' },
          { value: 'centered', label: 'Centred' },
          { value: 'full', label: 'Full' },
        ]}
      />
      <Choice
        {...props}
        name="header_overlay_background_style"
        label="Overlay background"
        options={[
          { value: 'solid', label: 'Solid' },
          { value: 'linear-gradient', label: 'Linear gradient' },
        ]}
      />
      <Setting {...props} of={['header_overlay_opacity']} label="Overlay opacity">
        <Opacity {...props} />
      </Setting>
    </Group>
  )
}

/** Opacity is a number field with a slider next to it. */
function Opacity({ form, standard }: GroupProps) {
  const label = 'Overlay opacity (%)'
  const value = useFormState(form, ({ values }) => values.header_overlay_opacity)
  const defaultOpacity = standard.header_overlay_opacity ?? 0
  return (
    <div className={classes.opacity}>
      <NumberField field={form.field('header_overlay_opacity')} label={label} placeholder={String(defaultOpacity)} />
      <input
        type="range"
        aria-label="Overlay opacity slider"
        min={0}
        max={100}
        step={5}
        value={typeof value === 'number' ? value : defaultOpacity}
        onChange={(event) => form.set('header_overlay_opacity', event.currentTarget.valueAsNumber)}
      />
    </div>
  )
}

const toggles: { name: Extract<Name, `${string}_enabled`>; label: string }[] = [
  { name: 'content_title_enabled', label: 'Title' },
  { name: 'content_lead_in_enabled', label: 'Lead-in' },
  { name: 'content_runtime_enabled', label: 'Runtime' },
  { name: 'content_author_enabled', label: 'Author' },
  { name: 'content_synopsis_enabled', label: 'Synopsis' },
  { name: 'content_image_enabled', label: 'Image' },
]

export function ContentGroup(props: GroupProps) {
  return (
    <Group title="Content" about="content" description="How the items of a collection are shown.">
      <Choice
        {...props}
        name="theme"
        label="Theme"
        options={[
          { value: 'default', label: 'Classic' },
          { value: 'classic-grid', label: 'Classic Grid' },
          { value: 'modernello', label: 'Modernello' },
        ]}
      />
      <Choice
        {...props}
        name="content_layout"
        label="Layout"
        options={[
          { value: 'one-column', label: 'One column' },
          { value: 'two-columns', label: 'Two columns' },
          { value: 'three-columns', label: 'Three columns' },
        ]}
      />
      <fieldset className={classes.set}>
        <legend>Show on each item</legend>
        <div className={classes.pairs}>
          {toggles.map(({ name, label }) => (
            <Setting key={name} {...props} of={[name]} label={label}>
              <SwitchField field={props.form.field(name)} label={label} />
            </Setting>
          ))}
        </div>
      </fieldset>
    </Group>
  )
}

type ChoiceName = 'logo_location' | 'header_style' | 'header_overlay' | 'header_overlay_background_style' | 'theme' | 'content_layout'
type ChoiceProps = GroupProps & { name: ChoiceName; label: string; options: { value: string; label: string }[] }

/** Choice is a setting with two or three options. */
function Choice({ form, standard, ...field }: ChoiceProps) {
  return (
    <Setting form={form} standard={standard} of={[field.name]} label={field.label}>
      <SegmentedField field={form.field(field.name)} label={field.label} options={field.options} />
    </Setting>
  )
}
