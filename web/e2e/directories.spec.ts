import type { Locator, Page } from '@playwright/test'
import { walkResource } from './resource.ts'
import { choose, expect, expectNotice, rowOf, test, unique } from './test.ts'

const directories = [
  { path: 'consortia', one: 'Consortium', many: 'Consortia' },
  { path: 'host-agencies', one: 'Host agency', many: 'Host agencies' },
]
const warning = 'Changing the slug will break all existing links, resulting in broken analytics; only change it if not yet used.'

// A PNG with a single pixel.
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

for (const { path, one, many } of directories) {
  const word = one.toLowerCase()
  const fresh = (page: Page) => page.getByRole('dialog', { name: `New ${word}` })
  const edit = (page: Page) => page.getByRole('dialog', { name: `Edit ${word}` })

  test(`lists ${many.toLowerCase()} by name, and shows which have a logo`, async ({ page, api }) => {
    const name = unique('Heron')
    await page.goto(`/${path}`)
    await expect(page.getByRole('heading', { name: many, level: 1 })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['', 'Name', 'Logo', 'Actions'])
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('columnheader', { name: 'Logo' }).getByRole('button')).toHaveCount(0)

    await page.getByRole('button', { name: `New ${word}` }).click()
    await fresh(page).getByLabel('Name', { exact: true }).fill(name)
    await fresh(page).locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel })
    await expect(fresh(page).getByRole('img', { name: 'Preview of logo' })).toBeVisible()
    await fresh(page)
      .getByRole('button', { name: `Create ${word}` })
      .click()
    await expectNotice(page, `${one} **${name}** successfully created`)
    await page.getByRole('searchbox', { name: `Search ${many.toLowerCase()}` }).fill(name)
    const [title, logo] = [1, 2].map((n) => rowOf(page, name).getByRole('cell').nth(n)) as [Locator, Locator]
    await expect(logo).toHaveText('Yes')
    await expect(title.locator('img')).toHaveAttribute('src', /^\/files\//)

    await choose(page, name, 'Edit')
    await edit(page).getByRole('button', { name: 'Remove' }).click()
    await edit(page).getByRole('button', { name: 'Save' }).click()
    await expectNotice(page, `${one} **${name}** successfully updated`)
    await expect(logo).toContainText('No')
    await expect(title.locator('img')).toHaveCount(0)
    const [row] = await api.list(`${path}?query=${encodeURIComponent(name)}`)
    await api.delete(`${path}/${row?.id}`)
  })

  walkResource({ path: `/${path}`, one, sorts: { Name: 'name' } })

  test(`derives the slug of a new ${word} from its name until a slug is typed`, async ({ page, api }) => {
    const name = unique('Two Rivers')
    await page.goto(`/${path}?new=1`)
    const [title, slug] = [fresh(page).getByLabel('Name', { exact: true }), fresh(page).getByLabel('Slug', { exact: true })]
    await title.pressSequentially('Two  Rivers  TRAVEL')
    await expect(slug).toHaveValue('two-rivers-travel')
    await title.fill(name)
    await expect(slug).toHaveValue(name.toLowerCase().replaceAll(' ', '-'))
    await slug.fill(name.toLowerCase().replaceAll(' ', '-').replace('two', 'three'))
    await title.fill(`${name} & Co`)
    await expect(slug).toHaveValue(/^three-rivers-/)
    await expect(fresh(page).getByText(warning)).toHaveCount(0)
    await fresh(page)
      .getByRole('button', { name: `Create ${word}` })
      .click()
    await expectNotice(page, `${one} **${name} & Co** successfully created`)
    const [row] = await api.list(`${path}?query=${encodeURIComponent(name)}`)
    expect(row?.slug).toMatch(/^three-rivers-/)
    await api.delete(`${path}/${row?.id}`)
  })

  test(`warns about a changed slug of a saved ${word} until it is changed back`, async ({ page, api, complaints }) => {
    complaints.allow(422)
    const name = unique('Old Mill')
    const { id, slug: saved } = await api.post(path, { name })
    const other = await api.post(path, { name: unique('Other') })
    await page.goto(`/${path}?query=${encodeURIComponent(name)}&edit=${id}`)
    const form = edit(page)
    const slug = form.getByLabel('Slug', { exact: true })
    await expect(slug).toHaveValue(String(saved))
    await form.getByLabel('Name', { exact: true }).fill(`${name} Group`)
    await expect(slug).toHaveValue(String(saved))
    await expect(form.getByText(warning)).toHaveCount(0)
    await slug.press('End')
    await slug.press('x')
    await expect(form.getByText(warning)).toBeVisible()
    await slug.press('Backspace')
    await expect(form.getByText(warning)).toHaveCount(0)

    await slug.fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(slug).toHaveAccessibleDescription(/This field is required\./)
    await slug.fill(String(other.slug))
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(slug).toHaveAccessibleDescription(/This slug is already in use\./)
    await slug.fill(`${saved}-new`)
    await expect(form.getByText(warning)).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expectNotice(page, `${one} **${name} Group** successfully updated`)
    await choose(page, `${name} Group`, 'Edit')
    await expect(slug).toHaveValue(`${saved}-new`)
    await expect(form.getByText(warning)).toHaveCount(0)
    for (const row of [id, other.id]) await api.delete(`${path}/${row}`)
  })
}
