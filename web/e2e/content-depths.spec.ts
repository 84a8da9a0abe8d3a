import { walkResource } from './resource.ts'
import { type Api, drag, expect, expectBuiltIn, expectNotice, rowOf, test, unique } from './test.ts'

// All tests share one order of content depths, so they run one after another.
test.describe.configure({ mode: 'default' })

const notice = (name: string, done: string) => `**${name}** successfully ${done}`

test('lists content depths in order, with their icons', async ({ page, api }) => {
  await page.goto('/content-depths')
  await expect(page.getByRole('heading', { name: 'Content depths', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Icon', 'Name', 'Description', 'Order', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Order' })).toHaveAttribute('aria-sort', 'ascending')
  const [depth] = await api.list('content-depths?query=deep')
  await expect(rowOf(page, 'Deep dive').getByRole('cell')).toHaveText(['', 'Deep dive', 'For those who want all of it', String(depth?.order), ''])
  await expect(rowOf(page, 'Deep dive').locator('[data-icon=water][style*="url("]')).toBeVisible()
})

walkResource({ path: '/content-depths', one: 'Content depth', sorts: { Name: 'name', Order: 'order' }, notice })

test('creates a content depth with an icon and a description at the end of the list', async ({ page, api }) => {
  const name = unique('Long evening')
  const before = await api.list('content-depths/reorder')
  await page.goto('/content-depths?new=1')
  const form = page.getByRole('dialog', { name: 'New content depth' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Icon', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Search icons' }).fill('anchor')
  await page.getByRole('button', { name: 'anchor', exact: true }).click()
  await form.getByLabel('Description').fill('With a pot of tea')
  await form.getByRole('button', { name: 'Create content depth' }).click()
  await expectNotice(page, notice(name, 'created'))
  await expect(rowOf(page, name).getByRole('cell')).toHaveText(['', name, 'With a pot of tea', String(before.length + 1), ''])
  await expect(rowOf(page, name).locator('[data-icon=anchor][style*="url("]')).toBeVisible()
  const [made] = await api.list(`content-depths?query=${name}`)
  expect(made).toMatchObject({ icon: 'anchor', description: 'With a pot of tea' })
  await api.delete(`content-depths/${made?.id}`)
})

test('reorders content depths by drag and drop', async ({ page, api }) => {
  const order = async (api: Api) => (await api.list('content-depths/reorder')).map(({ id, name }) => ({ id, name }))
  const before = await order(api)
  const [first, second] = before
  if (!first || !second) throw new Error('there are no two depths')
  try {
    await page.goto('/content-depths')
    await page.getByRole('button', { name: 'Reorder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reorder content depths' })
    const handle = (name: string) => dialog.getByRole('button', { name: `Move ${name}`, exact: true })
    await handle(first.name).waitFor()
    await drag(handle(first.name), handle(second.name))
    await expectNotice(page, 'Content depths order has been updated.')
    expect(await order(api)).toEqual(before.with(0, second).with(1, first))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, first.name).getByRole('cell').nth(3)).toHaveText('2')
  } finally {
    // Other tests may have added depths since; the request must include all of them.
    const now = await order(api)
    const known = before.filter(({ id }) => now.some((depth) => depth.id === id))
    const added = now.filter(({ id }) => !before.some((depth) => depth.id === id))
    await api.put('content-depths/reorder', { order: [...known, ...added].map(({ id }, i) => ({ id, order: i + 1 })) })
  }
})

test('does not delete a built-in content depth', async ({ page }) => {
  await page.goto('/content-depths')
  await expectBuiltIn(page, 'Standard')
})
