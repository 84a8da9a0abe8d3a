import type { CSSProperties } from 'react'
import { luminanceOf, readableTextOn } from '../../kit/format/contrast'
import { type Colour, type Font, type FontGroup, fontGroups, fontSizes, type Name, type Values, type Word } from './customizations-values'

/** Look is the appearance of the preview. Incomplete values are ignored in favour of the default. */
export type Look = {
  theme: string
  columns: number
  darkHeader: boolean
  logoInBar: boolean
  overlay: string
  gradient: boolean
  /** Google fonts, which are not loaded here. */
  absent: string[]
  style: CSSProperties
}

const columns: Record<string, number> = { 'one-column': 1, 'two-columns': 2, 'three-columns': 3 }

/** The generic family of a font, used as a fallback. */
const kinds: Record<string, string> = {
  Baskerville: 'serif',
  Georgia: 'serif',
  Palatino: 'serif',
  'Times New Roman': 'serif',
  Courier: 'monospace',
  Monaco: 'monospace',
  'Bradley Hand': 'cursive',
  'Brush Script MT': 'cursive',
  serif: 'serif',
  monospace: 'monospace',
  handwriting: 'cursive',
}

/** lookOf returns the appearance of a landing page with the form values. Values are only used in style attributes. */
export function lookOf(values: Values, standard: Values, fonts: Map<string, Font>): Look {
  const word = (name: Word) => values[name] ?? standard[name] ?? ''
  const colour = (name: Colour) => {
    const typed = values[name]?.trim() ?? ''
    return luminanceOf(typed) === undefined ? (standard[name] ?? '') : typed
  }
  const number = (name: Name, least: number, most: number) => {
    const typed = values[name]
    return typeof typed === 'number' && typed >= least && typed <= most ? typed : Number(standard[name])
  }
  const brand = colour('brand_color')
  const hover = colour('brand_hover_color')
  const opacity = number('header_overlay_opacity', 0, 100)
  const overlay = word('header_overlay')
  const darkHeader = word('header_style') === 'dark'
  // The brightness of a picture is unknown, so below an overlay it counts as medium.
  const ground = values.header_background_image && overlay !== 'none' ? '#7d8590' : darkHeader ? '#17202b' : '#eef2f5'
  const style: Record<string, string | number> = {
    '--p-brand': brand,
    '--p-brand-ink': readableTextOn(brand) ?? '',
    '--p-brand-hover': hover,
    '--p-brand-hover-ink': readableTextOn(hover) ?? '',
    '--p-link': colour('link_color'),
    '--p-link-hover': colour('link_hover_color'),
    '--p-heading': colour('heading_color') || 'inherit',
    '--p-body': colour('body_color') || 'inherit',
    '--p-opacity': `${opacity}%`,
    '--p-header-ink': headerInk(ground, brand, overlay === 'none' ? 0 : opacity),
    '--p-message-size': `${number('header_message_font_size', 8, 200)}px`,
    '--p-heading-size': `${number('heading_block_font_size', 8, 200)}px`,
    '--p-inspires-size': `${number('inspires_collection_title_font_size', 8, 200)}px`,
  }
  const absent: string[] = []
  for (const group of fontGroups) {
    const google = word(`${group}font_type`) === 'google-font' ? fonts.get(values[`${group}google_font_id`] ?? '') : undefined
    if (google && !absent.includes(google.name)) absent.push(google.name)
    const part = parts[group]
    style[`--p-${part}-family`] = google ? family(google.name, google.kind) : family(word(`${group}websafe_font_family`))
    style[`--p-${part}-weight`] = (google && values[`${group}google_font_weight`]) || (part === 'body' ? 400 : 700)
    style[`--p-${part}-size`] = `${fontSizes[word(`${group}font_size`)] ?? 16}px`
  }
  return {
    theme: word('theme'),
    columns: columns[word('content_layout')] ?? 2,
    darkHeader,
    logoInBar: word('logo_location') === 'contact-bar',
    overlay,
    gradient: word('header_overlay_background_style') === 'linear-gradient',
    absent,
    style: style as CSSProperties,
  }
}

const parts: Record<FontGroup, string> = { collection_title_: 'title', content_title_: 'item', body_text_: 'body' }

/** family returns a font-family value with a generic fallback. */
function family(name: string, kind = name): string {
  return name === 'inherit' ? 'inherit' : `${JSON.stringify(name)}, ${kinds[kind] ?? 'sans-serif'}`
}

/** headerInk returns a readable text colour for the header: its background with the brand colour over it. */
function headerInk(ground: string, brand: string, opacity: number): string {
  return readableTextOn(mixed(ground, brand, opacity / 100)) === '#ffffff' ? '#ffffff' : '#17202b'
}

/** mixed blends a colour over another one. */
function mixed(ground: string, over: string, share: number): string {
  const [below, above] = [ground, over].map(channels)
  const sum = (at: number) => Math.round((below?.[at] ?? 0) * (1 - share) + (above?.[at] ?? 0) * share)
  return `#${[0, 1, 2].map((at) => sum(at).toString(16).padStart(2, '0')).join('')}`
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(wide(colour).slice(at, at + 2), 16))

/** wide expands #abc to #aabbcc, which colour pickers require. */
export const wide = (colour: string) => (colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour).toLowerCase()
