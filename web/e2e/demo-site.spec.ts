import { password } from './servers.ts'
import { type Api, card, expect, fact, test, uniquePerson } from './test.ts'

/** createAdvisor creates an advisor without a partner. */
async function createAdvisor(api: Api) {
  const person = { ...uniquePerson(), company_name: 'Vale & Co', phone: '+351 21 555 0100' }
  const user = await api.post('users', { ...person, password, password_confirmation: password })
  return { ...person, id: user.id, uid: String(user.alt_id), name: `${person.first_name} ${person.last_name}` }
}

test('the demo site changes for the visitors of an advisor, whose page links to it', async ({ page, api, context }) => {
  const advisor = await createAdvisor(api)
  await page.goto(`/users/${advisor.id}/details`)
  const opened = context.waitForEvent('page')
  await fact(page, 'Copilot', 'Demo site')
    .getByRole('link', { name: `Open as a visitor of ${advisor.name}` })
    .click()
  const site = await opened
  await test.step('the page is changed', async () => {
    await expect(site.locator('.hero a.button')).toHaveAttribute('href', /^mailto:/)
    await expect(site.locator('.hero a.button')).toHaveText('Ask an advisor')
    await expect(site.locator('footer')).toContainText('Letters from the road, once a month')
    await expect(site.getByRole('note')).toContainText('advisors')
    await expect(site.locator('copilot-bar')).toBeVisible()
  })
  await test.step('redirects, and remembers the advisor', async () => {
    await site.getByRole('link', { name: 'Spring specials' }).click()
    await expect(site.getByRole('heading', { level: 1 })).toHaveText('Offers for friends of our advisors')
  })
  await test.step('speaks French', async () => {
    await site.getByRole('link', { name: 'Français' }).click()
    await expect(site.locator('.hero a.button')).toHaveText('Demander conseil')
  })
})

test('tries out what Copilot does on a page of a site', async ({ page, api, complaints }) => {
  complaints.allow(422)
  const advisor = await createAdvisor(api)
  await page.goto('/partners/4/sites')
  await page.getByRole('main').getByRole('link', { name: 'seven-seas-collective.example', exact: true }).first().click()
  const trial = card(page, 'Try it')
  await expect(trial.getByLabel('Page address')).toHaveValue(/^http:\/\/site\.localhost:\d+\/$/)
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(trial.getByText('This field is required.')).toBeVisible()
  await trial.getByLabel('Advisor').fill(advisor.name)
  await page.getByRole('option', { name: advisor.name }).click()
  await trial.getByRole('button', { name: 'Try it' }).click()
  const answer = trial.getByRole('status')
  await expect(answer).toContainText(`${advisor.name} (co-branded)`)
  await expect(answer).toContainText('Book button: e-mail to the advisor “Ask an advisor” on .hero a.button, #book-now')
  await expect(answer.getByRole('link', { name: /Open as a visitor/ })).toHaveAttribute('href', new RegExp(`\\?insider=${advisor.uid}$`))
  const address = await trial.getByLabel('Page address').inputValue()
  await trial.getByLabel('Page address').fill(`${address}specials/spring`)
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(answer).toContainText('/specials/spring → /offers')
  await trial.getByLabel('Page address').fill('https://elsewhere.example/')
  await trial.getByRole('button', { name: 'Try it' }).click()
  await expect(answer).toContainText('This host is none of')
})
