import { walkResource } from './resource.ts'
import { expect, expectNotice, pick, rowOf, test, unique } from './test.ts'

const notice = (name: string, done: string) => `**${name}** successfully ${done}`

/** site returns a unique host. */
const site = () => `${unique('quay').replace(' ', '-')}.example`

test('lists content domains by name, and filters them by media type', async ({ page, api }) => {
  const word = unique('Quay').replace(' ', '')
  const [host, other] = [site(), site()]
  await api.post('content-domains', { display_name: `${word} Films`, host, content_type_id: 4 })
  await api.post('content-domains', { display_name: `${word} Stories`, host: other, content_type_id: 2 })
  await page.goto(`/content-domains?query=${word}`)
  await expect(page.getByRole('heading', { name: 'Content domains', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Display name', 'Host', 'Media type', 'Actions'])
  await expect(page.getByRole('columnheader', { name: 'Display name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rowOf(page, word)).toHaveCount(2)
  await expect(rowOf(page, `${word} Films`).getByRole('cell')).toHaveText([`${word} Films`, host, 'Video', ''])
  await expect(rowOf(page, `${word} Films`).locator('[data-icon=film][style*="url("]')).toBeVisible()

  await pick(page.getByRole('combobox', { name: 'Media type' }), 'Article')
  await expect(rowOf(page, `${word} Films`)).toHaveCount(0)
  await expect(rowOf(page, `${word} Stories`)).toBeVisible()
  await expect(page).toHaveURL(/content_type_id=2/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Media type' })).toHaveValue('Article')
  await expect(rowOf(page, word)).toHaveCount(1)
})

walkResource({
  path: '/content-domains',
  one: 'Content domain',
  field: 'Display name',
  async fill(form) {
    await form.getByLabel('Host').fill(site())
    await pick(form.getByRole('combobox', { name: 'Media type' }), 'Website')
  },
  sorts: { 'Display name': 'display_name', Host: 'host' },
  notice,
})

test('extracts the host from a pasted URL', async ({ page, complaints }) => {
  complaints.allow(422)
  const [name, host] = [unique('Pasted'), site()]
  await page.goto('/content-domains?new=1')
  const form = page.getByRole('dialog', { name: 'New content domain' })
  const create = form.getByRole('button', { name: 'Create content domain' })
  await expect(form.getByLabel('Host')).toHaveAttribute('placeholder', 'example.com')
  await expect(form.getByText('Paste any URL of the site; only its host is kept.')).toBeVisible()
  await form.getByLabel('Display name').fill(name)
  await pick(form.getByRole('combobox', { name: 'Media type' }), 'Map')
  for (const wrong of ['localhost', '192.168.0.1', 'no site']) {
    await form.getByLabel('Host').fill(wrong)
    await create.click()
    await expect(form.getByText('Must be a domain name, such as example.com.')).toBeVisible()
    await expect(form.getByLabel('Host')).toBeFocused()
  }
  await form.getByLabel('Host').fill(`HTTPS://anna@WWW.${host.toUpperCase()}:443/maps?of=harbours#quay`)
  await create.click()
  await expectNotice(page, notice(name, 'created'))
  await page.goto(`/content-domains?query=${name}`)
  await expect(rowOf(page, name).getByRole('cell').nth(1)).toHaveText(host)
})
