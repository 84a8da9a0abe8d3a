import type { Page } from '@playwright/test'
import { createCollection, createContent, createImage } from './items.ts'
import { choose, expect, expectNotice, recordRequests, rowOf, test, unique } from './test.ts'

const titles = (page: Page) => page.getByRole('table', { name: 'Expired content' }).getByRole('link').filter({ hasText: /\D/ }) // counts are links too
const tabs = (page: Page) => page.getByRole('tab')
const word = () => unique('Ebb').replace(' ', '')

test('lists only expired content, latest first, in two tabs', async ({ page, api }) => {
  const name = word()
  const { id: collection } = await createCollection(api)
  await createContent(api, `Alive ${name}`)
  await createContent(api, `Ends later ${name}`, { expires_at: '2099-01-01' })
  await createContent(api, `March ${name}`, { expires_at: '2026-03-05', collection_ids: [collection] })
  await createContent(api, `May ${name}`, { expires_at: '2026-05-31' })
  await createContent(api, `April ${name}`, { expires_at: '2026-04-20' })
  const requests = recordRequests(page, 'GET', 'content')
  await page.goto(`/expired-content?query=${name}`)
  await expect(page.getByRole('heading', { name: 'Expired content', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Type', 'Libraries', 'Destinations', 'Collections', 'Expired', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Expired' })).toHaveAttribute('aria-sort', 'descending')
  await expect(titles(page)).toHaveText([/^May/, /^April/, /^March/])
  expect(Object.fromEntries(requests.at(-1)?.searchParams ?? [])).toMatchObject({ in_collection: 'all', published: 'expired', sort: '-expires_at' })
  await expect(rowOf(page, `March ${name}`).getByRole('cell')).toHaveText([/^March/, 'Article', /./, '0', '1', '5 Mar 2026', ''])

  await expect(tabs(page)).toHaveText(['All Content3', 'In Collection1'])
  await tabs(page).nth(1).click()
  await expect(titles(page)).toHaveText([/^March/])
  await expect(page).toHaveURL(`/expired-content?query=${name}&in_collection=in`)
  expect(Object.fromEntries(requests.at(-1)?.searchParams ?? [])).toMatchObject({ in_collection: 'in', published: 'expired', sort: '-expires_at' })
  await page.reload()
  await expect(titles(page)).toHaveText([/^March/])
  await tabs(page).nth(0).click()
  await page.getByRole('columnheader', { name: 'Expired' }).getByRole('button').click()
  await expect(titles(page)).toHaveText([/^March/, /^April/, /^May/])
})

test('republishes, deletes and opens expired content from its row', async ({ page, api }) => {
  const name = word()
  const { id } = await createContent(api, `March ${name}`, { expires_at: '2026-03-05' })
  const picture = await createImage(page, api, `Picture ${name}`)
  await api.put(`content/${picture.id}/status`, { status: 'expired' })
  await page.goto(`/expired-content?query=${name}`)
  await expect(titles(page)).toHaveText([/^Picture/, /^March/])

  await choose(page, `March ${name}`, 'Publish again')
  await expectNotice(page, `**March ${name}** is now published`)
  await expect(titles(page)).toHaveText([/^Picture/])
  await expect(tabs(page)).toHaveText(['All Content1', 'In Collection0'])
  expect(await api.find(`content/${id}`)).toMatchObject({ status: 'published', expires_at: null })

  await titles(page).click()
  await expect(page).toHaveURL(`/image/${picture.id}/edit`)
  await page.goBack()
  await choose(page, `Picture ${name}`, 'Delete')
  await page.getByRole('dialog', { name: 'Delete image' }).getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, 'Image successfully deleted.')
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
})

test('moves an item from content to expired content as soon as it expires', async ({ page, api }) => {
  const name = word()
  const { id } = await createContent(api, name)
  await page.goto(`/content?query=${name}&published=published`)
  await expect(rowOf(page, name)).toBeVisible()
  await api.put(`content/${id}`, { expires_at: new Date(Date.now() + 5_000).toISOString() })
  await tabs(page).nth(2).click()
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.goto(`/expired-content?query=${name}`)
  await expect(titles(page)).toHaveText([new RegExp(`^${name}`)])
})
