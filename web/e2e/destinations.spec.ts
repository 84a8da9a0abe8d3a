import type { Page } from '@playwright/test'
import { walkResource } from './resource.ts'
import { type Api, choose, expect, expectNotice, rowOf, test, unique } from './test.ts'

const place = (api: Api, name: string, parent?: { id: number }) => api.post('destinations', { name, parent_id: parent?.id ?? null })

/** three creates Europe > France > Brittany under a unique name. */
async function three(api: Api) {
  const europe = await place(api, unique('Europa'))
  const france = await place(api, 'France', europe)
  return { europe, france, brittany: await place(api, 'Brittany', france) }
}

const links = (page: Page) => page.getByRole('table', { name: 'Destinations' }).getByRole('link').filter({ hasText: /\D/ }) // counts are links too

// An empty list has no column headers to sort by.
test.beforeEach(({ api }) => place(api, unique('Atoll')))

walkResource({
  path: '/destinations',
  one: 'Destination',
  sorts: { Destination: 'label', 'Content count': 'content_count' },
})

test('lists destinations by their full path', async ({ page, api }) => {
  const { europe } = await three(api)
  await page.goto('/destinations')
  await expect(page.getByRole('heading', { name: 'Destinations', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['', 'Destination', 'Content count', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Destination' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('searchbox', { name: 'Search destinations' }).fill(europe.name)
  await expect(links(page)).toHaveText([europe.name, `${europe.name} > France`, `${europe.name} > France > Brittany`])
  await page.getByRole('searchbox', { name: 'Search destinations' }).fill(`${europe.name} britt`)
  await expect(links(page)).toHaveText([`${europe.name} > France > Brittany`])
  await expect(page.locator('mark')).toHaveText([...europe.name.split(' '), 'Britt'])
  await expect(rowOf(page, 'Brittany').getByRole('cell').nth(2)).toHaveText('0')
  // Parents are less prominent than the destination itself.
  const weight = (text: string) =>
    links(page)
      .getByText(text)
      .evaluate((part) => Number(getComputedStyle(part).fontWeight))
  expect(await weight('France >')).toBeLessThan(await weight('Britt'))
})

test('creates, renames and moves a destination together with its descendants @both', async ({ page, api }) => {
  const { europe, france } = await three(api)
  const asia = await place(api, unique('Asia'))
  await page.goto(`/destinations?query=${europe.name}`)
  await page.getByRole('button', { name: 'New destination' }).click()
  const fresh = page.getByRole('dialog', { name: 'New destination' })
  await fresh.getByLabel('Parent', { exact: true }).fill(`${europe.name} brittany`)
  await page.getByRole('option', { name: `${europe.name} > France > Brittany` }).click()
  await fresh.getByLabel('Name').fill('Saint-Malo')
  await fresh.getByRole('button', { name: 'Create destination' }).click()
  await expectNotice(page, 'Destination **Saint-Malo** successfully created')
  await expect(links(page).last()).toHaveText(`${europe.name} > France > Brittany > Saint-Malo`)

  // A new destination can be chosen as a parent immediately.
  await page.getByRole('button', { name: 'New destination' }).click()
  await fresh.getByLabel('Parent', { exact: true }).fill(`${europe.name} brittany`)
  await expect(page.getByRole('option', { name: 'Saint-Malo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/destinations?query=${europe.name}&edit=${france.id}`)

  const form = page.getByRole('dialog', { name: 'Edit destination' })
  await expect(form.getByLabel('Parent', { exact: true })).toHaveValue(europe.name)
  await form.getByLabel('Name').fill('Frankreich')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, 'Destination **Frankreich** successfully updated')
  await expect(links(page).last()).toHaveText(`${europe.name} > Frankreich > Brittany > Saint-Malo`)

  await page.goto(`/destinations?query=${asia.name}&edit=${france.id}`)
  await expect(form.getByLabel('Parent', { exact: true })).toHaveValue(europe.name)
  await form.getByLabel('Parent', { exact: true }).fill(asia.name)
  await page.getByRole('option', { name: asia.name }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(links(page)).toHaveText([
    asia.name,
    `${asia.name} > Frankreich`,
    `${asia.name} > Frankreich > Brittany`,
    `${asia.name} > Frankreich > Brittany > Saint-Malo`,
  ])
})

test('refuses to move a destination into itself, and duplicate names within a parent', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const { europe, france } = await three(api)
  await page.goto(`/destinations?edit=${france.id}`)
  const form = page.getByRole('dialog', { name: 'Edit destination' })
  await expect(form.getByLabel('Parent', { exact: true })).toHaveValue(europe.name)
  await form.getByLabel('Parent', { exact: true }).fill(`${europe.name} brittany`)
  await page.getByRole('option', { name: `${europe.name} > France > Brittany` }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText("A destination can't be inside itself.")).toBeVisible()
  await expect(form.getByLabel('Parent', { exact: true })).toHaveAttribute('aria-invalid', 'true')

  await page.goto('/destinations?new=1')
  page.on('dialog', (dialog) => dialog.accept())
  const fresh = page.getByRole('dialog', { name: 'New destination' })
  await fresh.getByLabel('Parent', { exact: true }).fill(europe.name)
  await page.getByRole('option', { name: europe.name, exact: true }).click()
  await fresh.getByLabel('Name').fill('FRANCE')
  await fresh.getByRole('button', { name: 'Create destination' }).click()
  await expect(fresh.getByText('This name is already in use.')).toBeVisible()
  await expect(fresh.getByLabel('Name')).toBeFocused()
  await fresh.getByLabel('Name').fill('France > Brittany')
  await fresh.getByRole('button', { name: 'Create destination' }).click()
  await expect(fresh.getByText("Can't contain > or start with punctuation.")).toBeVisible()
})

test('refuses to delete a destination with children, and links to them', async ({ page, api }) => {
  const { europe, france } = await three(api)
  await page.goto(`/destinations?query=${europe.name}`)
  await rowOf(page, europe.name).first().getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete destination' })
  await question.getByRole('link', { name: 'Destinations: 1' }).click()
  await expect(page).toHaveURL(`/destinations?parent_id=${europe.id}`)
  await expect(links(page)).toHaveText([`${europe.name} > ${france.name}`])
  await expect(page.getByRole('combobox', { name: 'Parent' })).toHaveValue(europe.name)
})

test('filters by parent, showing its direct children', async ({ page, api }) => {
  const { europe } = await three(api)
  await page.goto('/destinations')
  await page.getByRole('combobox', { name: 'Parent' }).fill(europe.name)
  await page.getByRole('option', { name: europe.name, exact: true }).click()
  await expect(links(page)).toHaveText([`${europe.name} > France`])
  await choose(page, 'France', 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit destination' }).getByLabel('Name')).toHaveValue('France')
})
