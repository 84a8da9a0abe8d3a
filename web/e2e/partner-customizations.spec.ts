import type { Locator, Page } from '@playwright/test'
import { png } from './png.ts'
import { type Api, expect, expectNotice, pick, recordBodies, test, unique } from './test.ts'

const saved = "This partner's customizations have been saved."
const families = [
  ...['Inherit', 'Arial', 'Arial Black', 'Gill Sans', 'Helvetica', 'Impact', 'Tahoma', 'Trebuchet MS', 'Verdana'],
  ...['Baskerville', 'Georgia', 'Palatino', 'Times New Roman', 'Courier', 'Lucida', 'Monaco', 'Bradley Hand', 'Brush Script MT'],
]
const sizes = ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '6xl', '7xl', '8xl', '9xl']
const toggles = ['Title', 'Lead-in', 'Runtime', 'Author', 'Synopsis', 'Image']
const colourLabels = ['Brand colour', 'Brand hover colour', 'Link colour', 'Link hover colour', 'Heading colour', 'Body colour']

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const fonts = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** The elements of the preview, which is a page in a frame. */
const parts = {
  bar: '.bar',
  button: '.bar .button',
  header: '.hero',
  heading: '.block .heading',
  inspires: '.tile a',
  item: '.item',
  items: '.items',
  logo: '.logo',
  message: '.message',
  overlay: '.overlay',
  picture: '.picture',
  title: '.title',
  words: '.words',
}
const frame = (page: Page) => page.getByTestId('preview')
const preview = (page: Page, part: keyof typeof parts) => frame(page).contentFrame().locator(parts[part])

/** set chooses an option of a segmented control. */
const set = (where: Page | Locator, name: string, word: string) =>
  where.getByRole('radiogroup', { name, exact: true }).getByText(word, { exact: true }).click()
const isSet = (where: Page | Locator, name: string, word: string) =>
  expect(where.getByRole('radiogroup', { name, exact: true }).getByRole('radio', { name: word, exact: true })).toBeChecked()

/** select chooses an option of a select field. */
async function select(field: Locator, option: string) {
  await field.click()
  await field.page().getByRole('option', { name: option, exact: true }).click()
}

/** opened creates a partner and opens its customisations. */
async function opened(page: Page, api: Api, looks: object = {}) {
  const { id, name } = await api.post('partners', { name: unique('Meridian') })
  if (Object.keys(looks).length > 0) await api.put(`partners/${id}/customisations`, looks)
  await page.goto(`/partners/${id}/customizations`)
  await expect(preview(page, 'items')).toBeVisible()
  return { id, name, chosen: async () => (await (await page.request.get(`/api/admin/partners/${id}/customisations`)).json()).customisations }
}

const css = (part: Locator, property: string) =>
  expect.poll(() => part.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property))

test('saves the changed settings of all groups together, and loads them again', async ({ page, api }) => {
  const puts = await recordBodies(page, 'PUT')
  const partner = await opened(page, api)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Images', 'Colours', 'Fonts', 'Header', 'Content', 'Preview'])

  const file = (name: string) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: png(60, 30) })
  for (const label of ['Logo', 'Light logo', 'Favicon', 'Header background image']) {
    const field = region(page, label)
    await field.locator('input[type=file]').setInputFiles(file(label))
    await expect(field.getByText('60 × 30')).toBeVisible()
  }
  const colours = ['#112233', '#223344', '#334455', '#445566', '#556677', '#678']
  for (const [at, label] of colourLabels.entries()) await text(page, label).fill(colours[at] ?? '')

  const title = fonts(page, 'Collection title')
  await set(title, 'Font type', 'Google')
  await pick(title.getByRole('combobox', { name: 'Family' }), 'Playfair Display')
  await select(title.getByRole('combobox', { name: 'Weight' }), 'Bold 700')
  await select(title.getByRole('combobox', { name: 'Size' }), '6xl')
  const item = fonts(page, 'Content title')
  await select(item.getByRole('combobox', { name: 'Family' }), 'Trebuchet MS')
  await select(item.getByRole('combobox', { name: 'Size' }), '2xl')
  const body = fonts(page, 'Body text')
  await set(body, 'Font type', 'Google')
  await pick(body.getByRole('combobox', { name: 'Family' }), 'Lora')
  await select(body.getByRole('combobox', { name: 'Size' }), 'sm')
  await text(page, 'Header message size (px)').fill('21')
  await text(page, 'Heading block size (px)').fill('30')
  await text(page, 'Inspires collection title size (px)').fill('40')

  await set(page, 'Logo location', 'Contact bar')
  await set(page, 'Header style', 'Dark')
  await set(page, 'Overlay', 'Full')
  await set(page, 'Overlay background', 'Linear gradient')
  await text(page, 'Overlay opacity (%)').fill('0')
  await set(page, 'Theme', 'Classic Grid')
  await set(page, 'Layout', 'Three columns')
  for (const name of toggles) await page.getByRole('switch', { name, exact: true }).uncheck({ force: true })
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await save(page)
  await expectNotice(page, saved)
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0)

  const image = { id: expect.any(Number) }
  const settings = {
    brand_color: '#112233',
    brand_hover_color: '#223344',
    link_color: '#334455',
    link_hover_color: '#445566',
    heading_color: '#556677',
    body_color: '#678',
    collection_title_font_type: 'google-font',
    collection_title_google_font_id: 'playfair-display',
    collection_title_google_font_weight: '700',
    collection_title_font_size: '6xl',
    content_title_websafe_font_family: 'Trebuchet MS',
    content_title_font_size: '2xl',
    body_text_font_type: 'google-font',
    body_text_google_font_id: 'lora',
    body_text_google_font_weight: null,
    body_text_font_size: 'sm',
    header_message_font_size: 21,
    heading_block_font_size: 30,
    inspires_collection_title_font_size: 40,
    logo_location: 'contact-bar',
    header_style: 'dark',
    header_overlay: 'full',
    header_overlay_background_style: 'linear-gradient',
    header_overlay_opacity: 0,
    theme: 'classic-grid',
    content_layout: 'three-columns',
    content_title_enabled: false,
    content_lead_in_enabled: false,
    content_runtime_enabled: false,
    content_author_enabled: false,
    content_synopsis_enabled: false,
    content_image_enabled: false,
  }
  expect(puts).toEqual([{ ...settings, logo: image, logo_light: image, favicon: image, header_background_image: image, version: 0 }])
  expect(await partner.chosen()).toMatchObject({ ...settings, logo: image, logo_light: image, favicon: image, header_background_image: image })

  await page.reload()
  await expect(text(page, 'Body colour')).toHaveValue('#678')
  await expect(region(page, 'Light logo').getByText('60 × 30')).toBeVisible()
  await expect(title.getByRole('combobox', { name: 'Family' })).toHaveValue('Playfair Display')
  await expect(title.getByRole('combobox', { name: 'Weight' })).toHaveValue('Bold 700')
  await expect(item.getByRole('combobox', { name: 'Family' })).toHaveValue('Trebuchet MS')
  await expect(text(page, 'Overlay opacity (%)')).toHaveValue('0')
  await isSet(page, 'Theme', 'Classic Grid')
  for (const name of toggles) await expect(page.getByRole('switch', { name, exact: true })).not.toBeChecked()
})

test('shows the defaults of a new partner, and offers font families, sizes and weights', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const partner = await opened(page, api)
  await expect(text(page, 'Brand colour')).toHaveValue('#0f6b5c')
  for (const label of colourLabels.slice(1, 4)) await expect(text(page, label)).toHaveAttribute('placeholder', 'From brand')
  for (const label of colourLabels.slice(1)) await expect(text(page, label)).toHaveValue('')
  await test.step('derives hover and link colours from the brand colour', async () => {
    await text(page, 'Brand colour').fill('#880044')
    await css(frame(page).contentFrame().locator('a', { hasText: 'Ask us about it' }), 'color').toBe('rgb(136, 0, 68)')
    await css(frame(page).contentFrame().locator('html'), '--brand-hover').toBe('#650032')
    await expect(preview(page, 'inspires')).toHaveText(['Islands without cars', 'Where autumn is warm', 'Night trains, ranked'])
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('pages.localhost')
    await text(page, 'Brand colour').fill('#0f6b5c')
  })
  await expect(text(page, 'Header message size (px)')).toHaveValue('18') // 18px
  await expect(text(page, 'Heading block size (px)')).toHaveValue('24')
  await expect(text(page, 'Inspires collection title size (px)')).toHaveValue('32')
  await expect(text(page, 'Overlay opacity (%)')).toHaveValue('60')
  for (const [name, word] of [
    ['Logo location', 'Header'],
    ['Header style', 'Light'],
    ['Overlay', 'Centred'],
    ['Overlay background', 'Solid'],
    ['Theme', 'Classic'],
    ['Layout', 'Two columns'],
  ] as const)
    await isSet(page, name, word)
  for (const name of toggles) await expect(page.getByRole('switch', { name, exact: true })).toBeChecked()
  await expect(page.getByRole('button', { name: /^Reset/ })).toHaveCount(0)

  const title = fonts(page, 'Collection title')
  const family = title.getByRole('combobox', { name: 'Family' })
  const weight = title.getByRole('combobox', { name: 'Weight' })
  await expect(title.getByRole('radio')).toHaveCount(2)
  await expect(family).toHaveValue('Georgia')
  await family.click()
  await expect(page.getByRole('option')).toHaveText(families)
  await page.keyboard.press('Escape')
  const size = title.getByRole('combobox', { name: 'Size' })
  await expect(size).toHaveValue('4xl')
  await size.click()
  await expect(page.getByRole('option')).toHaveText(sizes)
  await page.keyboard.press('Escape')

  await expect(weight).toHaveCount(0)
  await set(title, 'Font type', 'Google')
  await expect(family).toHaveValue('')
  await expect(weight).toHaveCount(0)
  await test.step('requires a Google font', async () => {
    await save(page)
    await expect(family).toHaveAccessibleDescription('Choose a font.')
    await expect(family).toBeFocused()
  })
  await pick(family, 'Lato')
  await expect(weight).toHaveValue('')
  await weight.click()
  await expect(page.getByRole('option')).toHaveText(['Thin 100', 'Light 300', 'Regular 400', 'Bold 700', 'Black 900'])
  await page.getByRole('option', { name: 'Bold 700' }).click()
  await expect(page.getByText('Google Fonts are not loaded in this preview; a substitute is shown for Lato.')).toBeVisible()
  await css(preview(page, 'title'), 'font-family').toBe('Lato, Arial, sans-serif')
  await css(preview(page, 'title'), 'font-weight').toBe('700')
  await save(page)
  await expectNotice(page, saved)

  await test.step('clears the weight when another font is chosen', async () => {
    await pick(family, 'Lora')
    await expect(weight).toHaveValue('')
    await css(preview(page, 'title'), 'font-family').toBe('Lora, Georgia, serif')
    await select(weight, 'Bold 700')
    await save(page)
    await expect.poll(partner.chosen).toMatchObject({ collection_title_google_font_id: 'lora', collection_title_google_font_weight: '700' })
    await title.getByRole('button', { name: 'Reset collection title' }).click()
    await expect(family).toHaveValue('Georgia')
    await expect(title.getByText('Default', { exact: true })).toBeVisible()
    await save(page)
    await expect
      .poll(partner.chosen)
      .toMatchObject({ collection_title_font_type: null, collection_title_google_font_id: null, collection_title_google_font_weight: null })
  })
})

test('shows validation errors under their fields, and resets settings to their defaults', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const puts = await recordBodies(page, 'PUT')
  const partner = await opened(page, api, {
    brand_color: '#123456',
    header_overlay_opacity: 10,
    header_message_font_size: 40,
    content_author_enabled: false,
  })
  await expect(text(page, 'Brand colour')).toHaveValue('#123456')
  await text(page, 'Brand colour').fill('reddish')
  await text(page, 'Overlay opacity (%)').fill('101')
  await text(page, 'Header message size (px)').fill('7')
  await set(page, 'Theme', 'Modernello')
  await save(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Please check the fields highlighted in red.')
  await expect(text(page, 'Brand colour')).toHaveAccessibleDescription('Must be a colour, such as #0f6b5c.')
  await expect(text(page, 'Brand colour')).toBeFocused()
  await expect(text(page, 'Overlay opacity (%)')).toHaveAccessibleDescription('Must be between 0 and 100.')
  await expect(text(page, 'Header message size (px)')).toHaveAccessibleDescription('Must be between 8 and 200.')
  expect(await partner.chosen()).toMatchObject({ brand_color: '#123456', header_overlay_opacity: 10, header_message_font_size: 40, theme: null })
  await css(preview(page, 'button'), 'background-color').toBe('rgb(15, 107, 92)') // an invalid colour is not previewed

  await test.step('keeps the previewed page if another one can’t be rendered', async () => {
    complaints.allow('unreachable')
    const renders = '**/customisations/preview'
    await page.route(renders, (route) => route.abort())
    await text(page, 'Brand colour').fill('#0000ff')
    const problem = page.getByRole('complementary', { name: 'Preview' }).getByRole('alert')
    await expect(problem).toContainText('The preview is out of date.')
    await css(preview(page, 'button'), 'background-color').toBe('rgb(15, 107, 92)')
    await page.unroute(renders)
    await problem.getByRole('button', { name: 'Try again' }).click()
    await css(preview(page, 'button'), 'background-color').toBe('rgb(0, 0, 255)')
    await expect(problem).toHaveCount(0)
    await text(page, 'Brand colour').fill('reddish')
  })

  await page.getByRole('link', { name: 'Sites' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(leaving).toHaveCount(0)
  await expect(text(page, 'Brand colour')).toHaveValue('reddish')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(text(page, 'Brand colour')).toHaveValue('#123456')
  await isSet(page, 'Theme', 'Classic')

  for (const what of ['brand colour', 'overlay opacity', 'author']) await page.getByRole('button', { name: `Reset ${what}`, exact: true }).click()
  await text(page, 'Header message size (px)').fill('') // empty means the default
  await expect(text(page, 'Brand colour')).toHaveValue('#0f6b5c')
  await expect(text(page, 'Overlay opacity (%)')).toHaveValue('60')
  await expect(page.getByRole('switch', { name: 'Author' })).toBeChecked()
  await expect(page.getByRole('button', { name: /^Reset/ })).toHaveCount(0)
  await save(page)
  await expectNotice(page, saved)
  expect(puts.at(-1)).toEqual({
    brand_color: null,
    header_overlay_opacity: null,
    header_message_font_size: null,
    content_author_enabled: null,
    version: 1,
  })
  expect(await partner.chosen()).toMatchObject({ brand_color: null, header_overlay_opacity: null, header_message_font_size: null })
  await expect(text(page, 'Header message size (px)')).toHaveValue('18')
})

test('updates the preview before anything is saved', async ({ page, api, complaints }) => {
  complaints.allowText(/^error: Blocked script execution in 'about:srcdoc'/) // the script with which Playwright observes the mouse
  const partner = await opened(page, api)
  const button = preview(page, 'button')
  await text(page, 'Brand colour').fill('#aa3300')
  await text(page, 'Brand hover colour').fill('#ffee00')
  await css(button, 'background-color').toBe('rgb(170, 51, 0)')
  await css(button, 'color').toBe('rgb(255, 255, 255)')
  await button.hover()
  await css(button, 'background-color').toBe('rgb(255, 238, 0)')
  await css(button, 'color').toBe('rgb(0, 0, 0)')
  await page.getByLabel('Pick heading colour').fill('#336699')
  await expect(text(page, 'Heading colour')).toHaveValue('#336699')
  await css(preview(page, 'heading'), 'color').toBe('rgb(51, 102, 153)')
  await text(page, 'Link colour').fill('#00c')
  const link = preview(page, 'item').first().getByText('Watch the film')
  await css(link, 'color').toBe('rgb(0, 0, 204)')

  await select(fonts(page, 'Collection title').getByRole('combobox', { name: 'Size' }), '7xl')
  await css(preview(page, 'title'), 'font-size').toBe('72px')
  await select(fonts(page, 'Body text').getByRole('combobox', { name: 'Family' }), 'Courier')
  await css(preview(page, 'items'), 'font-family').toBe('Courier, "Courier New", "Liberation Mono", monospace')
  for (const [label, part] of [
    ['Header message size (px)', 'message'],
    ['Heading block size (px)', 'heading'],
    ['Inspires collection title size (px)', 'inspires'],
  ] as const) {
    await text(page, label).fill('33')
    await css(preview(page, part).first(), 'font-size').toBe('33px')
  }

  const overlay = preview(page, 'overlay')
  const veil = (node: Element) => getComputedStyle(node).background
  await expect.poll(() => overlay.evaluate(veil)).toContain('/ 0.6)')
  await text(page, 'Overlay opacity (%)').fill('25')
  await expect.poll(() => overlay.evaluate(veil)).toContain('/ 0.25)')
  await page.getByRole('slider', { name: 'Overlay opacity' }).fill('80')
  await expect(text(page, 'Overlay opacity (%)')).toHaveValue('80')
  await set(page, 'Overlay background', 'Linear gradient')
  await expect.poll(() => overlay.evaluate(veil)).toContain('linear-gradient')
  const wide = async () => ((await overlay.boundingBox())?.width ?? 0) / ((await preview(page, 'header').boundingBox())?.width ?? 1)
  await expect.poll(wide).toBeLessThan(0.9)
  await set(page, 'Overlay', 'Full')
  await expect.poll(wide).toBeCloseTo(1, 2)
  await set(page, 'Overlay', 'None')
  await expect(overlay).toHaveCount(0)
  await css(preview(page, 'title'), 'color').toBe('rgb(23, 32, 43)')
  await set(page, 'Header style', 'Dark')
  await css(preview(page, 'title'), 'color').toBe('rgb(255, 255, 255)')

  const image = { name: 'mark.png', mimeType: 'image/png', buffer: png(64, 64) }
  await region(page, 'Favicon').locator('input[type=file]').setInputFiles(image)
  await expect.poll(() => page.getByTestId('preview-favicon').evaluate((icon: HTMLImageElement) => icon.naturalWidth)).toBe(64)
  const logo = preview(page, 'logo')
  // Each upload has a folder of its own, in which smaller versions of the picture appear later.
  const folder = async () => (await logo.getAttribute('src'))?.split('/').at(-2)
  await region(page, 'Logo').locator('input[type=file]').setInputFiles(image)
  await expect(logo).toBeVisible()
  const forLight = await folder()
  await region(page, 'Light logo').locator('input[type=file]').setInputFiles(image)
  await expect.poll(folder).not.toBe(forLight)
  await set(page, 'Header style', 'Light')
  await expect.poll(folder).toBe(forLight)
  await expect(preview(page, 'header').locator(parts.logo)).toHaveCount(1)
  await set(page, 'Logo location', 'Contact bar')
  await expect(preview(page, 'header').locator(parts.logo)).toHaveCount(0)
  await expect(logo).toHaveCount(1)

  const item = preview(page, 'item').first()
  const shown = { Title: 'A morning in Lisbon', 'Lead-in': 'Watch', Runtime: '4 min', Author: 'Inês Moura', Synopsis: 'Coffee at the kiosk' }
  for (const [name, words] of Object.entries(shown)) {
    await expect(item.locator(parts.words).getByText(words).first()).toBeVisible()
    await page.getByRole('switch', { name, exact: true }).uncheck({ force: true })
  }
  await expect(item).toHaveText('Watch the film')
  await page.getByRole('switch', { name: 'Image', exact: true }).uncheck({ force: true })
  await expect(preview(page, 'picture')).toHaveCount(0)

  await test.step('scrolls the preview to the part that a field changes', async () => {
    await text(page, 'Inspires collection title size (px)').focus()
    await expect(preview(page, 'inspires').first()).toBeInViewport()
    await page.getByRole('switch', { name: 'Title', exact: true }).focus()
    await expect(item).toBeInViewport()
    await text(page, 'Brand colour').focus()
    await expect(button).toBeInViewport()
  })

  expect(await partner.chosen()).toMatchObject({ version: 0, brand_color: null, content_title_enabled: null, favicon: null })
  await expect(page.getByRole('heading', { name: /Slow weekends|Hand-picked/ })).toHaveCount(0)
  await expect(frame(page).contentFrame().locator('a[href], button, input, [tabindex]')).toHaveCount(0)
})

const themes = ['Classic', 'Classic Grid', 'Modernello']
const layouts = ['One column', 'Two columns', 'Three columns']

test('previews three themes in three layouts', async ({ page, api }, info) => {
  await opened(page, api)
  const structures = new Set<string>()
  for (const theme of themes) {
    await set(page, 'Theme', theme)
    for (const [at, layout] of layouts.entries()) {
      await set(page, 'Layout', layout)
      await expect
        .poll(() => structure(page), `${theme}, ${layout}`)
        .toEqual({
          columns: at + 1,
          words: { Classic: 'beside', 'Classic Grid': 'below', Modernello: 'over' }[theme],
        })
      structures.add(JSON.stringify(await structure(page)))
      await frame(page).evaluate((node: HTMLIFrameElement) => node.contentWindow?.scrollTo({ top: 300, behavior: 'instant' }))
      await info.attach(`${theme}, ${layout}`, { body: await frame(page).screenshot(), contentType: 'image/png' })
    }
  }
  expect(structures.size).toBe(9)

  await test.step('the phone preview has one column', async () => {
    await set(page, 'Preview width', 'Phone')
    await expect.poll(() => structure(page)).toEqual({ columns: 1, words: 'over' })
    expect((await frame(page).boundingBox())?.width).toBeLessThanOrEqual(390)
  })
  await test.step('a button shows the preview on narrow screens', async () => {
    await page.setViewportSize({ width: 390, height: 860 })
    await expect(frame(page)).toBeHidden()
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(frame(page)).toBeVisible()
    await expect(text(page, 'Brand colour')).toBeHidden()
    await page.getByRole('button', { name: 'Back to form' }).click()
    await isSet(page, 'Theme', 'Modernello')
  })
})

/** structure measures how many items are in a row, and where their text is relative to the picture. */
async function structure(page: Page) {
  const boxes = (part: keyof typeof parts) =>
    preview(page, part).evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON() as DOMRect))
  const [items, [picture], [words]] = await Promise.all([boxes('item'), boxes('picture'), boxes('words')])
  if (!picture || !words) return undefined // it is being replaced
  const columns = items.filter(({ top }) => Math.abs(top - (items[0]?.top ?? 0)) < 1).length
  const place =
    words.left >= picture.right ? 'beside' : words.top >= picture.bottom - 1 ? 'below' : words.bottom <= picture.bottom + 1 ? 'over' : 'nowhere'
  return { columns, words: place }
}

test('keeps the changes of a colleague in an edit conflict', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const partner = await opened(page, api)
  await select(fonts(page, 'Body text').getByRole('combobox', { name: 'Size' }), 'lg')
  await text(page, 'Link colour').fill('#00cc00')
  await api.put(`partners/${partner.id}/customisations`, { brand_color: '#cc0000', body_text_font_size: 'xl' })
  await save(page)
  const stale = page.getByRole('dialog', { name: 'Someone else saved changes while you were editing' })
  await expect(stale.getByRole('rowheader')).toHaveText(['Brand colour', /^Link colour/, /^Body text: size/])
  await stale.getByRole('button', { name: 'Save selection' }).click()
  await expectNotice(page, saved)
  await expect(text(page, 'Brand colour')).toHaveValue('#cc0000')
  expect(await partner.chosen()).toMatchObject({ brand_color: '#cc0000', link_color: '#00cc00', body_text_font_size: 'lg' })
})
