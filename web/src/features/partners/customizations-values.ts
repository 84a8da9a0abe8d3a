import type { Customisations } from '../../kit/api/schema.gen'
import type { FieldNamesOf } from '../../kit/form/declared'
import type { ImageValue } from '../../kit/form/image-field'

export const pictures = ['logo', 'logo_light', 'favicon', 'header_background_image'] as const
type Picture = (typeof pictures)[number]

/** Values are the form values: stored values, or else defaults. */
export type Values = Omit<Customisations, Picture | 'version'> & Record<Picture, ImageValue | null>
export type Name = keyof Values

export const fontGroups = ['collection_title_', 'content_title_', 'body_text_'] as const
export type FontGroup = (typeof fontGroups)[number]

export type Colour = Extract<Name, `${string}_color`>
export type TextName = FieldNamesOf<Values, string>

export const websafeFonts = [
  'inherit',
  'Arial',
  'Arial Black',
  'Gill Sans',
  'Helvetica',
  'Impact',
  'Tahoma',
  'Trebuchet MS',
  'Verdana',
  'Baskerville',
  'Georgia',
  'Palatino',
  'Times New Roman',
  'Courier',
  'Lucida',
  'Monaco',
  'Bradley Hand',
  'Brush Script MT',
]

/** Font sizes in pixels. */
export const fontSizes: Record<string, number> = {
  xs: 12,
  sm: 14,
  base: 16,
  lg: 18,
  xl: 20,
  '2xl': 24,
  '3xl': 30,
  '4xl': 36,
  '5xl': 48,
  '6xl': 60,
  '7xl': 72,
  '8xl': 96,
  '9xl': 128,
}

type Defaults = Record<string, unknown>
type Stored = Partial<Record<Name, unknown>>

/** formValuesOf returns the initial form values: a stored value wins, otherwise the default. */
export function formValuesOf(stored: Stored | null, defaults: Defaults): Values {
  const names = Object.keys(defaults) as Name[]
  return Object.fromEntries(names.map((name) => [name, fromCss(name, stored?.[name] ?? defaults[name] ?? null)])) as Values
}

/** standardOf returns the defaults as form values. */
export const standardOf = (defaults: Defaults) => formValuesOf({}, defaults)

/** fromCss converts CSS values: an inherited colour becomes empty, a size in pixels becomes a number. */
function fromCss(name: Name, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (name.endsWith('_color')) return value === 'inherit' ? '' : value
  return /^\d+px$/.test(value) ? Number.parseInt(value, 10) : value
}

const empty = (value: unknown) => value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** isStandard reports whether a value is the default or empty. */
export function isStandard(name: Name, value: unknown, standard: Values): boolean {
  if (empty(value)) return true
  const [given, defaultValue] = name.endsWith('_color') ? [String(value).trim().toLowerCase(), standard[name]] : [value, standard[name]]
  return given === defaultValue
}

/** chosenFont returns the values for another Google font. It clears the weight, because weights differ between fonts. */
export function chosenFont(group: FontGroup, id: string | null): Partial<Values> {
  return { [`${group}google_font_id`]: id, [`${group}google_font_weight`]: null }
}

/** requestBody returns the request body: changed values, and null for values reset to their default. */
export function requestBody(changed: Partial<Values>, values: Values, standard: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const name of Object.keys(changed) as Name[]) body[name] = isStandard(name, values[name], standard) ? null : withoutDetails(values[name])
  for (const group of fontGroups) {
    // The server clears the weight of a font sent without one, and an equal weight does not count as changed.
    if (`${group}google_font_id` in body) body[`${group}google_font_weight`] = values[`${group}google_font_weight`]
  }
  return body
}

/** previewBody returns the request body of a preview: all values, also those that have not been saved. */
export const previewBody = (values: Values, standard: Values) => requestBody(values, values, standard)

/** withoutDetails reduces a picture to its id, as the server expects it. */
const withoutDetails = (value: Values[Name]) => (typeof value === 'object' && value ? { id: value.id } : value)

/** fontFields returns the field names of a font group. */
export const fontFields = (group: FontGroup) =>
  [
    `${group}font_type`,
    `${group}websafe_font_family`,
    `${group}google_font_id`,
    `${group}google_font_weight`,
    `${group}font_size`,
  ] as const satisfies Name[]

/** expandHex expands #abc to #aabbcc, which colour pickers require. */
export const expandHex = (colour: string) => (colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour).toLowerCase()
