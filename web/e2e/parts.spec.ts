import { deflateSync } from 'node:zlib'
import { expect, noticed, notices, publishersNamed, test } from './test.ts'

/** png draws a plain picture, so that the tests need no file. */
function png(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const crc = (bytes: Buffer) => (bytes.reduce((sum, byte) => (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x55)])))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.beforeEach(async ({ page }) => {
  await page.goto('/parts')
  await page.getByRole('heading', { name: 'Parts', level: 1 }).waitFor()
})

test('an image is chosen, uploaded, shown, replaced and removed', async ({ page }) => {
  const field = page.getByRole('region', { name: 'Featured image' })
  const input = field.locator('input[type=file]')
  await input.setInputFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: png(320, 200) })
  await expect(field.getByRole('img', { name: 'Preview of featured image' })).toBeVisible()
  await expect(field.getByText('320 × 200')).toBeVisible()
  await input.setInputFiles({ name: 'quay.png', mimeType: 'image/png', buffer: png(100, 100) })
  await expect(field.getByText('100 × 100')).toBeVisible()
  await field.getByRole('button', { name: 'Remove' }).click()
  await expect(field.getByRole('img')).toHaveCount(0)
})

test('an image can be dropped', async ({ page }) => {
  const field = page.getByRole('region', { name: 'Featured image' })
  const bytes = [...png(64, 48)]
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(list)], 'dropped.png', { type: 'image/png' }))
    return data
  }, bytes)
  await field.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(field.getByText('64 × 48')).toBeVisible()
})

test('a file that is no image, or too large, is refused before and after it is sent', async ({ page, complaints }) => {
  const field = page.getByRole('region', { name: 'Featured image' })
  const input = field.locator('input[type=file]')
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await expect(page.getByText('Must be a JPEG, PNG, GIF or WebP image.')).toBeVisible()
  await input.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(10_000_001) })
  await expect(page.getByText('Must be at most 10 MB.')).toBeVisible()
  complaints.allow(422)
  await input.setInputFiles({ name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(field.getByRole('img')).toHaveCount(0)
  await expect(page.getByText('Must be at most 10 MB.')).toHaveCount(0)
})

test('a picker finds one record among many by any part of its name, and can be emptied', async ({ page, api }) => {
  const word = await publishersNamed(api, 12)
  const field = page.getByRole('combobox', { name: 'Publisher', exact: true })
  await field.click()
  await field.fill(`${word} 07`)
  await page.getByRole('option', { name: `${word} 07` }).click()
  await expect(field).toHaveValue(`${word} 07`)
  await field.fill('no such name anywhere')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear Publisher' }).click()
  await expect(field).toHaveValue('')
})

test('a picker shows ten at a time, and several can be chosen by keyboard', async ({ page, api }) => {
  const word = await publishersNamed(api, 12)
  const field = page.getByRole('combobox', { name: 'Further publishers' })
  await field.click()
  await field.fill(word)
  await expect(page.getByRole('option', { name: new RegExp(word) })).toHaveCount(10)
  await field.fill(`${word} 03`)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await field.fill(`${word} 11`)
  await expect(page.getByRole('option', { name: `${word} 11` })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const chosen = page.locator('[data-field=publisher_ids]')
  await expect(chosen.getByText(`${word} 03`)).toBeVisible()
  await expect(chosen.getByText(`${word} 11`)).toBeVisible()
})

test('codes are entered with Enter after each, and a wrong one is told under the field', async ({ page }) => {
  const codes = page.getByRole('combobox', { name: 'Internal codes' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Anything')
  await codes.fill('GOOD-1')
  await codes.press('Enter')
  await codes.fill('bad code')
  await codes.press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Please check the fields highlighted in red.')).toBeVisible()
  await expect(page.locator('[data-field=code]').getByText('“bad code” may only contain capitals, digits and hyphens.')).toBeVisible()
  await expect(codes).toBeFocused()
  await codes.press('Backspace')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await noticed(page, 'Successfully updated!')
})

test('a date is picked from the presets, from the calendar and by keyboard, and cleared', async ({ page }) => {
  const field = page.getByRole('button', { name: 'Expiration date', exact: true })
  await field.click()
  await expect(page.getByRole('button', { name: 'Today' })).toBeVisible()
  for (const preset of ['1 month', '6 months', '1 year', '3 years', '5 years']) await expect(page.getByRole('button', { name: preset })).toBeVisible()
  await page.getByRole('button', { name: '5 years' }).click()
  await expect(field).toContainText(String(new Date().getFullYear() + 5))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear Expiration date' }).click()
  await expect(field).toHaveText('No expiry')
  await field.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Today' }).press('Enter')
  await expect(field).toContainText(String(new Date().getFullYear()))
})

test('Markdown is shown as it will be, and never runs', async ({ page }) => {
  await page
    .getByRole('textbox', { name: 'Synopsis' })
    .fill('**Bold** [good](https://example.com) [bad](javascript:alert(1)) <img src=x onerror=alert(1)><script>alert(1)</script>')
  await page.getByText('Preview', { exact: true }).click()
  const field = page.locator('[data-field=synopsis]')
  await expect(field.locator('strong')).toHaveText('Bold')
  await expect(field.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://example.com')
  await expect(field.locator('a', { hasText: 'bad' })).not.toHaveAttribute('href', /./)
  await expect(field.locator('img, script')).toHaveCount(0)
  await expect(field.getByRole('paragraph').filter({ hasText: '<img src=x onerror=alert(1)>' })).toBeVisible()
  await page.getByText('Write', { exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Synopsis' })).toHaveValue(/^\*\*Bold\*\*/)
})

test('an icon is found by what it is about, and chosen by keyboard', async ({ page }) => {
  await page.getByRole('button', { name: 'Icon', exact: true }).click()
  await page.getByLabel('Search icons').fill('airport')
  await expect(page.getByRole('button', { name: 'plane', exact: true })).toBeVisible()
  await page.getByLabel('Search icons').fill('plane-departure')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Icon', exact: true })).toHaveText('plane-departure')
})

test('notices tell bold names, stay under the pointer, and offer what can be undone', async ({ page }) => {
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(notices(page).locator('b')).toHaveText('A **name** with stars')
  await notices(page).locator('b').hover()
  await page.getByRole('button', { name: 'With an action' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await noticed(page, 'Restored')
  await page.getByRole('button', { name: 'Long work' }).click()
  await expect(notices(page).getByRole('progressbar')).toBeVisible()
  await noticed(page, 'Counted to ten')
})

test('a value is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the PID' }).click()
  await noticed(page, 'Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('7Kq2mZ9xRb')
})

test('rows are ticked from page to page, and all that match can be taken', async ({ page, api }) => {
  const word = await publishersNamed(api, 30)
  await page.goto(`/parts?query=${word}`)
  const table = page.getByRole('table', { name: 'Publishers' })
  await table.getByRole('checkbox', { name: 'Select row' }).first().check()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(table.getByRole('row')).toHaveCount(6)
  await table.getByRole('checkbox', { name: 'Select row' }).last().check()
  const bar = page.getByRole('toolbar', { name: 'With the selected rows' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Select all 30 that match' }).click()
  await expect(bar.getByText('All 30 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Feature' }).click()
  await noticed(page, `All 30 with {"query":"${word}"}`)
  await expect(bar).toHaveCount(0)
})

test('the palette jumps to screens and finds records by name and by number', async ({ page, api }) => {
  const word = await publishersNamed(api, 1)
  const [row] = await api.list(`publishers?query=${word}`)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or jump to' })
  await field.fill('media ty')
  await expect(page.getByRole('option', { name: 'Media types' }).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/media-types')

  await page.getByRole('button', { name: 'Search or jump to…' }).click()
  await field.fill(word.toUpperCase())
  await expect(page.getByRole('option', { name: `${word} 01` }).locator('mark')).toHaveText(word)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/publishers?edit=${row?.id}`)
  await expect(page.getByRole('dialog', { name: 'Edit publisher' }).getByLabel('Name')).toHaveValue(`${word} 01`)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await field.fill(String(row?.id))
  await expect(page.getByRole('option', { name: `${word} 01` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
})
