import type { Page } from '@playwright/test'
import { type Api, asEditor, choose, createStaff, expect, expectNotice, expectSentence, notices, rowOf, test, unique } from './test.ts'

/** thrown finds a row of the trash by its text, because rows have no links. */
const thrown = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function act(page: Page, name: string, action: string) {
  await thrown(page, name).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** dismissed creates and deletes a staff member. */
async function dismissed(api: Api, person: Parameters<typeof createStaff>[1] = {}) {
  const member = await createStaff(api, person)
  await api.delete(`staff/${member.id}`)
  return member
}

test('finds and restores a deleted staff member @both', async ({ page, api }) => {
  const { name, email, last_name } = await createStaff(api)
  await page.goto(`/staff?query=${email}`)
  await choose(page, name, 'Delete')
  await page.getByRole('dialog', { name: 'Delete staff member' }).getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `User **${name}** successfully deleted`)

  await page.goto('/trash')
  await page.getByRole('searchbox', { name: 'Search trash' }).fill(last_name.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(thrown(page, name).getByRole('cell', { name: 'User' })).toBeVisible()
  await expect(thrown(page, name).getByRole('cell', { name: 'First Admin' })).toBeVisible()
  await expect(thrown(page, name).getByText('in 30 days')).toBeVisible()
  await act(page, name, 'Restore')
  await expectNotice(page, `**${name}** successfully restored`)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()

  await page.goto(`/staff?query=${email}`)
  await expect(rowOf(page, name)).toBeVisible()
})

test('explains why a user can’t be restored when their e-mail is taken', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const gone = await dismissed(api)
  await createStaff(api, { email: gone.email })
  await page.goto(`/trash?query=${gone.last_name}`)
  await act(page, gone.name, 'Restore')
  await expectNotice(page, `**${gone.name}** could not be restored. E-mail is now used by another record.`)
  await expect(thrown(page, gone.name)).toBeVisible()
})

test('deletes permanently after a confirmation', async ({ page, api }) => {
  const { name, last_name } = await dismissed(api)
  await page.goto(`/trash?query=${last_name}`)
  await act(page, name, 'Delete permanently')
  const question = page.getByRole('dialog', { name: 'Delete permanently' })
  await expectSentence(question, `Are you sure you want to permanently delete **${name}**? This can’t be undone.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(await api.total(`trash?query=${last_name}`)).toBe(1)
  await act(page, name, 'Delete permanently')
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expectNotice(page, `**${name}** permanently deleted`)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  expect(await api.total(`trash?query=${last_name}`)).toBe(0)
  expect(await api.total(`staff?query=${last_name}`)).toBe(0)
})

test('restores the selected records, and names those that can’t be restored', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const last_name = unique('Trio')
  const [anna, ben, cleo] = [
    await dismissed(api, { first_name: 'Anna', last_name }),
    await dismissed(api, { first_name: 'Ben', last_name }),
    await dismissed(api, { first_name: 'Cleo', last_name }),
  ]
  const tick = (name: string) => thrown(page, name).getByRole('checkbox', { name: 'Select row' }).check()
  const bar = page.getByRole('toolbar', { name: 'Bulk actions' })
  await page.goto(`/trash?query=${last_name}`)
  await tick(anna.name)
  await tick(ben.name)
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await bar.getByRole('button', { name: 'Restore' }).click()
  await expectNotice(page, '2 records successfully restored')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(bar).toHaveCount(0)
  expect((await api.list(`staff?query=${last_name}&sort=first_name`)).map((member) => member.id)).toEqual([anna.id, ben.id])

  await api.delete(`staff/${ben.id}`)
  await createStaff(api, { email: cleo.email })
  await page.reload()
  await tick(ben.name)
  await tick(cleo.name)
  await bar.getByRole('button', { name: 'Restore' }).click()
  await expect(notices(page).getByRole('alert')).toContainText('1 record successfully restored, 1 could not be restored:')
  await expectSentence(notices(page), `**${cleo.name}**: E-mail is now used by another record.`)
})

test.describe('as an editor', () => {
  test.use(asEditor)

  test('can neither delete permanently nor restore staff', async ({ page, api, complaints }) => {
    complaints.allow(403)
    const { name, last_name } = await dismissed(api)
    await page.goto(`/trash?query=${last_name}`)
    await expect(thrown(page, name)).toBeVisible()
    await expect(thrown(page, name).getByRole('button', { name: 'Actions' })).toHaveCount(0)
    await thrown(page, name).getByRole('checkbox', { name: 'Select row' }).check()
    await page.getByRole('toolbar', { name: 'Bulk actions' }).getByRole('button', { name: 'Restore' }).click()
    await expect(notices(page).getByRole('alert')).toContainText('Only admins may restore staff.')
    await expect(thrown(page, name)).toBeVisible()
    expect(await api.total(`staff?query=${last_name}`)).toBe(0)
  })
})

test('says that a record was deleted, restores it on its own page, and undoes a delete', async ({ page, api, complaints }) => {
  complaints.allow(404)
  const name = unique('Marram Tours')
  const { id } = await api.post('partners', { name })
  const remove = async (list: string | RegExp) => {
    await page.getByRole('button', { name: 'Delete partner' }).click()
    const question = page.getByRole('dialog', { name: 'Delete partner' })
    await expect(question).toContainText('You can undo this for 30 days: deleted records are kept in the trash.')
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page).toHaveURL(list)
    await expectNotice(page, `Partner **${name}** successfully deleted`)
  }
  await page.goto(`/partners/${id}/details`)
  await remove('/partners')
  await expect(rowOf(page, name)).toHaveCount(0)
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expectNotice(page, `**${name}** successfully restored`)
  await page.getByRole('searchbox').fill(name)
  await expect(page).toHaveURL(/\/partners\?query=/)
  await rowOf(page, name).getByRole('link', { name }).click()
  await expect(page).toHaveTitle(`${name} · Partner · Waymark`)

  await remove(/\/partners\?query=/) // back to the search that led here
  await page.goBack()
  await expect(page.getByRole('heading', { name: `${name} was deleted` })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Partner deleted by First Admin on')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore partner' }).click()
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/partners/${id}/details`)

  const publisher = await api.post('publishers', { name: unique('Marram Press') })
  await page.goto(`/publishers?query=${encodeURIComponent(publisher.name)}`)
  await choose(page, publisher.name, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete publisher' })
  await expect(question).toContainText('You can undo this for 30 days, in Activity.')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(page, `Publisher **${publisher.name}** successfully deleted`)
  await expect(rowOf(page, publisher.name)).toHaveCount(0)
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page).getByText('Undone', { exact: true })).toBeVisible()
  await expect(rowOf(page, publisher.name)).toHaveCount(1)
  expect((await api.find(`publishers/${publisher.id}`)).name).toBe(publisher.name)
})
