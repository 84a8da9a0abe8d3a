import { describe, expect, it } from 'vitest'
import { chosenFont, inForm, isStandard, sent, standardOf, type Values } from './customizations-values'

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

describe('what stands in the form', () => {
  it('is the default where nothing was chosen', () => {
    expect(inForm({ brand_color: null, header_overlay_opacity: null }, defaults)).toEqual({
      ...defaults,
      heading_color: '',
      header_message_font_size: 18,
    })
  })
  it('is what was chosen, though it be nought or no', () => {
    const stored = { brand_color: '#123456', header_overlay_opacity: 0, content_title_enabled: false, header_message_font_size: 40 }
    expect(inForm(stored, defaults)).toMatchObject(stored)
  })
  it('is nothing for an inherited colour, a number for pixels, and the word itself for an inherited family', () => {
    expect(standard).toMatchObject({ heading_color: '', header_message_font_size: 18, body_text_websafe_font_family: 'inherit' })
    expect(inForm({ brand_color: 'inherit', header_message_font_size: '9px' }, defaults)).toMatchObject({
      brand_color: '',
      header_message_font_size: 9,
    })
  })
})

it('a field is at its default when it says the same, in capitals too, or nothing', () => {
  for (const value of ['#0f6b5c', '#0F6B5C ', '', ' ', null]) expect(isStandard('brand_color', value, standard), String(value)).toBe(true)
  expect(isStandard('brand_color', '#0f6b5d', standard)).toBe(false)
  expect(isStandard('header_overlay_opacity', 0, standard)).toBe(false)
  expect(isStandard('content_title_enabled', false, standard)).toBe(false)
  expect(isStandard('header_message_font_size', 18, standard)).toBe(true)
})

describe('what a save writes', () => {
  const write = (changed: Partial<Values>) => sent(changed, { ...standard, ...changed }, standard)
  it('is what was changed and nothing else', () => {
    expect(write({ brand_color: '#abc', content_title_enabled: false, header_overlay_opacity: 0 })).toEqual({
      brand_color: '#abc',
      content_title_enabled: false,
      header_overlay_opacity: 0,
    })
    expect(write({})).toEqual({})
  })
  it('is null for what goes back to its default', () => {
    expect(write({ brand_color: '', theme: 'default', header_message_font_size: 18, content_title_enabled: true, logo: null })).toEqual({
      brand_color: null,
      theme: null,
      header_message_font_size: null,
      content_title_enabled: null,
      logo: null,
    })
  })
  it('is a picture by its id', () => {
    expect(write({ logo: { id: 7, thumb_url: '/t', full_url: '/f', width: 1, height: 1 } })).toEqual({ logo: { id: 7 } })
  })
  it('is what is wrong as it was typed: the server says why', () => {
    expect(write({ brand_color: 'reddish', header_overlay_opacity: 101 })).toEqual({ brand_color: 'reddish', header_overlay_opacity: 101 })
  })
  it('has the weight with another font, though it be called like the one before', () => {
    const values = { ...standard, collection_title_google_font_id: 'lora', collection_title_google_font_weight: '700' } as Values
    expect(sent({ collection_title_google_font_id: 'lora' }, values, standard)).toEqual({
      collection_title_google_font_id: 'lora',
      collection_title_google_font_weight: '700',
    })
  })
})

it('another Google font clears the weight', () => {
  expect(chosenFont('body_text_', 'lora')).toEqual({ body_text_google_font_id: 'lora', body_text_google_font_weight: null })
})
