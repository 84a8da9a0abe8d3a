import { walkResource } from './resource.ts'
import { asEditor, expect, expectNotice, expectSentence, rowOf, test, unique } from './test.ts'

const warning = 'Changing the slug will break all existing links, resulting in broken analytics; only change it if not yet used.'

walkResource({
  path: '/collaborators',
  one: 'Collaborator',
  linksToPage: true,
  sorts: {
    Name: 'name',
    'Content experiences': 'extended_content_experiences_count',
    'Newest version': 'extended_collection_versions_max_created_at',
  },
})

test('lists collaborators by views, and shows who has a logo', async ({ page, api }) => {
  await page.goto('/collaborators')
  await expect(page.getByRole('columnheader')).toHaveText(['', 'Name', 'Content experiences', 'Newest version', 'Logo', 'Actions'])
  const [first, second] = await api.list('collaborators?sort=-views')
  await expect(page.getByRole('table').getByRole('link').nth(0)).toHaveText(String(first?.name))
  await expect(page.getByRole('table').getByRole('link').nth(1)).toHaveText(String(second?.name))
  const bare = (await api.list('collaborators?per_page=100')).find((one) => !one.logo)
  await expect(rowOf(page, String(bare?.name)).getByRole('cell').nth(4)).toContainText('No')
})

test('creates a collaborator, copies its credentials, warns about a slug change, and deletes it', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = unique('Harbour Guides')
  await page.goto('/collaborators?new=1')
  const fresh = page.getByRole('dialog', { name: 'New collaborator' })
  await fresh.getByLabel('Name', { exact: true }).fill(name)
  await expect(fresh.getByLabel('Slug', { exact: true })).toHaveValue(name.toLowerCase().replaceAll(' ', '-'))
  await fresh.getByRole('button', { name: 'Create collaborator' }).click()
  await expectNotice(page, `Collaborator **${name}** successfully created`)
  const [made] = await api.list(`collaborators?query=${encodeURIComponent(name)}`)
  await page.getByRole('searchbox').fill(name)
  const list = `/collaborators?query=${name.replaceAll(' ', '+')}`
  await expect(page).toHaveURL(list)
  await page.getByRole('table').getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`/collaborators/${made?.id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  const keys = page.getByRole('region', { name: 'API access' })
  await expect(keys.getByText(String(made?.api_key))).toBeVisible()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await keys.getByRole('button', { name: 'Copy API key' }).click()
  await expectNotice(page, 'Copied!')
  expect(await clipboard()).toBe(made?.api_key)
  await expect(keys).not.toContainText(/[A-Za-z0-9]{40}/)
  await keys.getByRole('button', { name: 'Copy API secret' }).click()
  await expect.poll(clipboard).toMatch(/^[A-Za-z0-9]{40}$/)
  await expect(keys).not.toContainText(/[A-Za-z0-9]{40}/)

  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit collaborator' })
  await edit.getByLabel('Slug', { exact: true }).fill(`${made?.slug}-2`)
  await expect(edit.getByText(warning)).toBeVisible()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectNotice(page, `Collaborator **${name}** successfully updated`)
  await expect(page.getByText(`${made?.slug}-2`)).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete collaborator' })
  await expectSentence(question, `Are you sure you want to delete **${name}**?`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Collaborator **${name}** successfully deleted`)
  await expect(page).toHaveURL(list) // as it was
})

test.describe('editors', () => {
  test.use(asEditor)

  test('can see the key of a collaborator, but not copy its secret', async ({ page, api }) => {
    const [one] = await api.list('collaborators')
    await page.goto(`/collaborators/${one?.id}`)
    await expect(page.getByRole('button', { name: 'Copy API key' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy API secret' })).toHaveCount(0)
  })
})
