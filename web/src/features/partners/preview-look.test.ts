import { describe, expect, it } from 'vitest'
import { standardOf, type Values } from './customizations-values'
import { expandHex, lookOf } from './preview-look'

const font = (group: string, family: string, size: string) => ({
  [`${group}font_type`]: 'websafe-font',
  [`${group}websafe_font_family`]: family,
  [`${group}google_font_id`]: null,
  [`${group}google_font_weight`]: null,
  [`${group}font_size`]: size,
})
const standard = standardOf({
  brand_color: '#0f6b5c',
  brand_hover_color: '#0b4f44',
  link_color: '#0f6b5c',
  link_hover_color: '#0b4f44',
  heading_color: 'inherit',
  body_color: 'inherit',
  ...font('collection_title_', 'Georgia', '4xl'),
  ...font('content_title_', 'inherit', 'xl'),
  ...font('body_text_', 'Helvetica', 'base'),
  header_message_font_size: '18px',
  heading_block_font_size: '24px',
  inspires_collection_title_font_size: '32px',
  header_style: 'light',
  header_overlay: 'centered',
  header_overlay_opacity: 60,
  theme: 'default',
  content_layout: 'two-columns',
})
const fonts = new Map([
  ['lora', { name: 'Lora', kind: 'serif' }],
  ['pacifico', { name: 'Pacifico', kind: 'handwriting' }],
])
const look = (values: Partial<Values> = {}) => lookOf({ ...standard, ...values }, standard, fonts)
const style = (values: Partial<Values>) => look(values).style as Record<string, string>

describe('the preview', () => {
  it('starts with the defaults', () => {
    expect(look()).toMatchObject({
      theme: 'default',
      columns: 2,
      overlay: 'centered',
      missingFonts: [],
      style: {
        '--p-brand': '#0f6b5c',
        '--p-heading': 'inherit',
        '--p-title-family': '"Georgia", serif',
        '--p-item-family': 'inherit',
        '--p-body-family': '"Helvetica", sans-serif',
        '--p-title-size': '36px',
        '--p-message-size': '18px',
        '--p-opacity': '60%',
      },
    })
  })
  it('keeps the default while a value is incomplete or invalid', () => {
    for (const typed of ['', '#12', 'red; } body { display: none', 'url(https://elsewhere.example)'])
      expect(style({ brand_color: typed, heading_color: typed }), typed).toMatchObject({ '--p-brand': '#0f6b5c', '--p-heading': 'inherit' })
    for (const typed of [null, 7, 201, '-' as unknown as number]) expect(style({ header_message_font_size: typed })['--p-message-size']).toBe('18px')
    for (const typed of [null, -1, 101]) expect(style({ header_overlay_opacity: typed })['--p-opacity']).toBe('60%')
  })
  it('applies valid values', () => {
    expect(style({ brand_color: ' #ABC ', header_overlay_opacity: 0 })).toMatchObject({ '--p-brand': '#ABC', '--p-opacity': '0%' })
    expect([1, 2, 3].map((n) => look({ content_layout: ['one-column', 'two-columns', 'three-columns'][n - 1] }).columns)).toEqual([1, 2, 3])
  })
  it('uses a selected Google font with a fallback family', () => {
    const chosen = { body_text_font_type: 'google-font', body_text_google_font_id: 'pacifico', body_text_google_font_weight: '300' }
    expect(look(chosen)).toMatchObject({ missingFonts: ['Pacifico'], style: { '--p-body-family': '"Pacifico", cursive', '--p-body-weight': '300' } })
    for (const other of [{ body_text_google_font_id: null }, { body_text_google_font_id: 'unknown' }, { body_text_font_type: 'websafe-font' }])
      expect(look({ ...chosen, ...other })).toMatchObject({
        missingFonts: [],
        style: { '--p-body-family': '"Helvetica", sans-serif', '--p-body-weight': 400 },
      })
    const both = { ...chosen, content_title_font_type: 'google-font', content_title_google_font_id: 'lora' }
    expect(look({ ...both, collection_title_font_type: 'google-font', collection_title_google_font_id: 'lora' }).missingFonts).toEqual([
      'Lora',
      'Pacifico',
    ])
  })
  it('has readable text on the header', () => {
    const ink = (values: Partial<Values>) => style(values)['--p-header-ink']
    expect(ink({ header_overlay: 'none' })).toBe('#17202b')
    expect(ink({ header_overlay: 'none', header_style: 'dark' })).toBe('#ffffff')
    expect(ink({ header_overlay_opacity: 100 })).toBe('#ffffff')
    expect(ink({ header_overlay_opacity: 100, brand_color: '#fe0', header_style: 'dark' })).toBe('#17202b')
    expect(ink({ header_overlay_opacity: 5 })).toBe('#17202b')
    expect(ink({ brand_color: '#7a1f3d' })).toBe('#17202b')
    expect(ink({ brand_color: '#7a1f3d', header_background_image: { id: 1 } })).toBe('#ffffff')
    expect(ink({ header_overlay: 'none', header_background_image: { id: 1 } })).toBe('#17202b')
  })
})

it('expands short colours for colour pickers', () => {
  expect(['#abc', '#AABBCC'].map(expandHex)).toEqual(['#aabbcc', '#aabbcc'])
})
