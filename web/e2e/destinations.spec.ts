import type { Page } from '@playwright/test'
import { walkResource } from './resource.ts'
import { type Api, choose, expect, noticed, rowOf, test, unique } from './test.ts'

const place = (api: Api, name: string, parent?: { id: number }) => api.post('destinations', { name, parent_id: parent?.id ?? null })

/** three makes Europe > France > Brittany under words of its own. */
async function three(api: Api) {
  const europe = await place(api, unique('Europa'))
  const france = await place(api, 'France', europe)
  return { europe, france, brittany: await place(api, 'Brittany', france) }
}

const links = (page: Page) => page.getByRole('table', { name: 'Destinations' }).getByRole('link')

// A list that has nothing has no heads to sort by.
test.beforeEach(({ api }) => place(api, unique('Atoll')))

walkResource({
  path: '/destinations',
  one: 'Destination',
  many: 'Destinations',
  sorts: { Destination: 'label', 'Content count': 'content_count' },
})

test('destinations are listed by the way down to them @both', async ({ page, api }) => {
  const { europe } = await three(api)
  await page.goto('/destinations')
  await expect(page.getByRole('heading', { name: 'Destinations', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Destination', 'Content count', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Destination' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('searchbox', { name: 'Search destinations' }).fill(europe.name)
  await expect(links(page)).toHaveText([europe.name, `${europe.name} > France`, `${europe.name} > France > Brittany`])
  await page.getByRole('searchbox', { name: 'Search destinations' }).fill(`${europe.name} britt`)
  await expect(links(page)).toHaveText([`${europe.name} > France > Brittany`])
  await expect(page.locator('mark')).toHaveText([...europe.name.split(' '), 'Britt'])
  await expect(rowOf(page, 'Brittany').getByRole('cell').nth(1)).toHaveText('0')
  // The parents stand back, the place itself does not.
  const weight = (text: string) =>
    links(page)
      .getByText(text)
      .evaluate((part) => Number(getComputedStyle(part).fontWeight))
  expect(await weight('France >')).toBeLessThan(await weight('Britt'))
})

test('a destination is made below another, renamed and moved, and all below it follow @both', async ({ page, api }) => {
  const { europe, france } = await three(api)
  const asia = await place(api, unique('Asia'))
  await page.goto(`/destinations?query=${europe.name}`)
  await page.getByRole('button', { name: 'New destination' }).click()
  const fresh = page.getByRole('dialog', { name: 'New destination' })
  await fresh.getByLabel('Parent', { exact: true }).fill(`${europe.name} brittany`)
  await page.getByRole('option', { name: `${europe.name} > France > Brittany` }).click()
  await fresh.getByLabel('Name').fill('Saint-Malo')
  await fresh.getByRole('button', { name: 'Create destination' }).click()
  await noticed(page, 'Destination **Saint-Malo** successfully created')
  await expect(links(page).last()).toHaveText(`${europe.name} > France > Brittany > Saint-Malo`)

  // What has just been made can be chosen at once.
  await page.getByRole('button', { name: 'New destination' }).click()
  await fresh.getByLabel('Parent', { exact: true }).fill(`${europe.name} brittany`)
  await expect(page.getByRole('option', { name: 'Saint-Malo' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/destinations?query=${europe.name}&edit=${france.id}`)

  const form = page.getByRole('dialog', { name: 'Edit destination' })
  await expect(form.getByLabel('Parent', { exact: true })).toHaveValue(europe.name)
  await form.getByLabel('Name').fill('Frankreich')
  await form.getByRole('button', { name: 'Save' }).click()
  await noticed(page, 'Destination **Frankreich** successfully updated')
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

test('a destination can’t stand below itself, or beside another of its name', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const { europe, france } = await three(api)
  await page.goto(`/destinations?edit=${france.id}`)
  const form = page.getByRole('dialog', { name: 'Edit destination' })
  await expect(form.getByLabel('Parent', { exact: true })).toHaveValue(europe.name)
  await form.getByLabel('Parent', { exact: true }).fill(`${europe.name} brittany`)
  await page.getByRole('option', { name: `${europe.name} > France > Brittany` }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText("A destination can't stand below itself.")).toBeVisible()
  await expect(form.getByLabel('Parent', { exact: true })).toHaveAttribute('aria-invalid', 'true')

  await page.goto('/destinations?new=1')
  page.on('dialog', (dialog) => dialog.accept())
  const fresh = page.getByRole('dialog', { name: 'New destination' })
  await fresh.getByLabel('Parent', { exact: true }).fill(europe.name)
  await page.getByRole('option', { name: europe.name, exact: true }).click()
  await fresh.getByLabel('Name').fill('FRANCE')
  await fresh.getByRole('button', { name: 'Create destination' }).click()
  await expect(fresh.getByText('Is already taken.')).toBeVisible()
  await expect(fresh.getByLabel('Name')).toBeFocused()
  await fresh.getByLabel('Name').fill('France > Brittany')
  await fresh.getByRole('button', { name: 'Create destination' }).click()
  await expect(fresh.getByText(/the sign >/)).toBeVisible()
})

test('a destination with others below it stays, and leads to them @both', async ({ page, api, complaints }) => {
  complaints.allow(409)
  const { europe, france } = await three(api)
  await page.goto(`/destinations?query=${europe.name}`)
  await rowOf(page, europe.name).first().getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const ask = page.getByRole('dialog', { name: 'Delete destination' })
  await ask.getByRole('button', { name: 'Delete', exact: true }).click()
  await ask.getByRole('link', { name: 'Destinations: 1' }).click()
  await expect(page).toHaveURL(`/destinations?parent_id=${europe.id}`)
  await expect(links(page)).toHaveText([`${europe.name} > ${france.name}`])
  await expect(page.getByRole('combobox', { name: 'Parent' })).toHaveValue(europe.name)
})

test('the filter by parent shows what is right below it', async ({ page, api }) => {
  const { europe } = await three(api)
  await page.goto('/destinations')
  await page.getByRole('combobox', { name: 'Parent' }).fill(europe.name)
  await page.getByRole('option', { name: europe.name, exact: true }).click()
  await expect(links(page)).toHaveText([`${europe.name} > France`])
  await choose(page, 'France', 'Edit')
  await expect(page.getByRole('dialog', { name: 'Edit destination' }).getByLabel('Name')).toHaveValue('France')
})
