import { describe, expect, it } from 'vitest'
import { chosenFont, expandHex, formValuesOf, isStandard, previewBody, requestBody, standardOf, type Values } from './customizations-values'

const defaults = {
  brand_color: '#0f6b5c',
  heading_color: 'inherit',
  header_message_font_size: '18px',
  header_overlay_opacity: 60,
  body_text_websafe_font_family: 'inherit',
  content_title_enabled: true,
  collection_title_google_font_id: null,
  collection_title_google_font_weight: null,
  theme: 'default',
  logo: null,
}
const standard = standardOf(defaults)

describe('form values', () => {
  it('are the defaults for unset values', () => {
    expect(formValuesOf({ brand_color: null, header_overlay_opacity: null }, defaults)).toEqual({
      ...defaults,
      heading_color: '',
      header_message_font_size: 18,
    })
  })
  it('are the stored values, including 0 and false', () => {
    const stored = { brand_color: '#123456', header_overlay_opacity: 0, content_title_enabled: false, header_message_font_size: 40 }
    expect(formValuesOf(stored, defaults)).toMatchObject(stored)
  })
  it('convert inherited colours and pixel sizes, but not inherited font families', () => {
    expect(standard).toMatchObject({ heading_color: '', header_message_font_size: 18, body_text_websafe_font_family: 'inherit' })
    expect(formValuesOf({ brand_color: 'inherit', header_message_font_size: '9px' }, defaults)).toMatchObject({
      brand_color: '',
      header_message_font_size: 9,
    })
  })
})

it('treats equal values, ignoring case, and empty values as the default', () => {
  for (const value of ['#0f6b5c', '#0F6B5C ', '', ' ', null]) expect(isStandard('brand_color', value, standard), String(value)).toBe(true)
  expect(isStandard('brand_color', '#0f6b5d', standard)).toBe(false)
  expect(isStandard('header_overlay_opacity', 0, standard)).toBe(false)
  expect(isStandard('content_title_enabled', false, standard)).toBe(false)
  expect(isStandard('header_message_font_size', 18, standard)).toBe(true)
})

describe('the request body', () => {
  const write = (changed: Partial<Values>) => requestBody(changed, { ...standard, ...changed }, standard)
  it('contains only changed values', () => {
    expect(write({ brand_color: '#abc', content_title_enabled: false, header_overlay_opacity: 0 })).toEqual({
      brand_color: '#abc',
      content_title_enabled: false,
      header_overlay_opacity: 0,
    })
    expect(write({})).toEqual({})
  })
  it('contains null for values reset to their default', () => {
    expect(write({ brand_color: '', theme: 'default', header_message_font_size: 18, content_title_enabled: true, logo: null })).toEqual({
      brand_color: null,
      theme: null,
      header_message_font_size: null,
      content_title_enabled: null,
      logo: null,
    })
  })
  it('contains the id of a picture', () => {
    expect(write({ logo: { id: 7, thumb_url: '/t', full_url: '/f', width: 1, height: 1 } })).toEqual({ logo: { id: 7 } })
  })
  it('contains invalid values as typed, which the server validates', () => {
    expect(write({ brand_color: 'reddish', header_overlay_opacity: 101 })).toEqual({ brand_color: 'reddish', header_overlay_opacity: 101 })
  })
  it('contains the weight of a changed font, even if the weight is the same', () => {
    const values = { ...standard, collection_title_google_font_id: 'lora', collection_title_google_font_weight: '700' } as Values
    expect(requestBody({ collection_title_google_font_id: 'lora' }, values, standard)).toEqual({
      collection_title_google_font_id: 'lora',
      collection_title_google_font_weight: '700',
    })
  })
})

it('clears the weight when another Google font is chosen', () => {
  expect(chosenFont('body_text_', 'lora')).toEqual({ body_text_google_font_id: 'lora', body_text_google_font_weight: null })
})

it('sends all values to the preview, and null for the defaults', () => {
  const logo = { id: 7, full_url: '/files/x', thumb_url: '/files/x', width: 1, height: 1, generated_conversions: [] }
  expect(previewBody({ ...standard, brand_color: '#abc', logo }, standard)).toMatchObject({ brand_color: '#abc', logo: { id: 7 }, theme: null })
})

it('expands short colours for colour pickers', () => {
  expect(['#abc', '#AABBCC'].map(expandHex)).toEqual(['#aabbcc', '#aabbcc'])
})
