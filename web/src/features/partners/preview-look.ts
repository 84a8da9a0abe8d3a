import type { CSSProperties } from 'react'
import { luminanceOf, readableTextOn } from '../../kit/format/contrast'
import { type Colour, type Font, type FontGroup, fontGroups, fontSizes, type Name, type TextName, type Values } from './customizations-values'

/** Look is the appearance of the preview. Incomplete values are ignored in favour of the default. */
export type Look = {
  theme: string
  columns: number
  darkHeader: boolean
  logoInBar: boolean
  overlay: string
  gradient: boolean
  /** Google fonts, which are not loaded here. */
  missingFonts: string[]
  style: CSSProperties
}

const columns: Record<string, number> = { 'one-column': 1, 'two-columns': 2, 'three-columns': 3 }

/** The generic family of a font, used as a fallback. */
const genericFamilies: Record<string, string> = {
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
  const text = (name: TextName) => values[name] ?? standard[name] ?? ''
  const colour = (name: Colour) => {
    const typed = values[name]?.trim() ?? ''
    return luminanceOf(typed) === undefined ? (standard[name] ?? '') : typed
  }
  const number = (name: Name, min: number, max: number) => {
    const typed = values[name]
    return typeof typed === 'number' && typed >= min && typed <= max ? typed : Number(standard[name])
  }
  const brand = colour('brand_color')
  const hover = colour('brand_hover_color')
  const opacity = number('header_overlay_opacity', 0, 100)
  const overlay = text('header_overlay')
  const darkHeader = text('header_style') === 'dark'
  // The brightness of a picture is unknown, so below an overlay it counts as medium.
  const background = values.header_background_image && overlay !== 'none' ? '#7d8590' : darkHeader ? '#17202b' : '#eef2f5'
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
    '--p-header-ink': headerTextColour(background, brand, overlay === 'none' ? 0 : opacity),
    '--p-message-size': `${number('header_message_font_size', 8, 200)}px`,
    '--p-heading-size': `${number('heading_block_font_size', 8, 200)}px`,
    '--p-inspires-size': `${number('inspires_collection_title_font_size', 8, 200)}px`,
  }
  const missingFonts: string[] = []
  for (const group of fontGroups) {
    const google = text(`${group}font_type`) === 'google-font' ? fonts.get(values[`${group}google_font_id`] ?? '') : undefined
    if (google && !missingFonts.includes(google.name)) missingFonts.push(google.name)
    const part = parts[group]
    style[`--p-${part}-family`] = google ? family(google.name, google.kind) : family(text(`${group}websafe_font_family`))
    style[`--p-${part}-weight`] = (google && values[`${group}google_font_weight`]) || (part === 'body' ? 400 : 700)
    style[`--p-${part}-size`] = `${fontSizes[text(`${group}font_size`)] ?? 16}px`
  }
  return {
    theme: text('theme'),
    columns: columns[text('content_layout')] ?? 2,
    darkHeader,
    logoInBar: text('logo_location') === 'contact-bar',
    overlay,
    gradient: text('header_overlay_background_style') === 'linear-gradient',
    missingFonts,
    style: style as CSSProperties,
  }
}

const parts: Record<FontGroup, string> = { collection_title_: 'title', content_title_: 'item', body_text_: 'body' }

/** family returns a font-family value with a generic fallback. */
function family(name: string, kind = name): string {
  return name === 'inherit' ? 'inherit' : `${JSON.stringify(name)}, ${genericFamilies[kind] ?? 'sans-serif'}`
}

/** headerTextColour returns a readable text colour for the header: its background with the brand colour over it. */
function headerTextColour(background: string, brand: string, opacity: number): string {
  return readableTextOn(blend(background, brand, opacity / 100)) === '#ffffff' ? '#ffffff' : '#17202b'
}

/** blend blends a colour over another one. */
function blend(background: string, over: string, opacity: number): string {
  const [below, above] = [background, over].map(channels)
  const sum = (at: number) => Math.round((below?.[at] ?? 0) * (1 - opacity) + (above?.[at] ?? 0) * opacity)
  return `#${[0, 1, 2].map((at) => sum(at).toString(16).padStart(2, '0')).join('')}`
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(expandHex(colour).slice(at, at + 2), 16))

/** expandHex expands #abc to #aabbcc, which colour pickers require. */
export const expandHex = (colour: string) => (colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour).toLowerCase()
