import { createContent } from './items.ts'
import { type Api, expect, unique } from './test.ts'

/** createPublished creates a partner with a lead form and a public collection of two items. */
export async function createPublished(api: Api, { partner: values = {}, collection: dates = { inspires_publish_at: '2026-03-05' } as object } = {}) {
  const name = unique('Tern Travel')
  const partner = await api.post('partners', { name, email: 'hello@tern.example', url: 'https://tern.example', ...values })
  await api.put(`partners/${partner.id}/inspires`, { inspires_allow_ctas: true })
  await api.put(`partners/${partner.id}/permissions`, { has_premium_forms: true })
  const items = [await createContent(api, 'Sea stacks by kayak'), await createContent(api, 'Trams up the hill')]
  const collection = await api.post('collections', { type: 'partner', partner_id: partner.id, name: unique('Slow coasts'), language_id: 1, ...dates })
  await api.post(`collections/${collection.id}/content`, { content_ids: items.map(({ id }) => id) })
  for (const { id } of items) await api.put(`content/${id}`, { published_at: '2026-03-01', synopsis: 'Two hours on foot, with a **view**.' })
  return { partner, collection, url: String(collection.landing_page_url) }
}

/** figuresOf returns the figures of a partner's pages by URL: views, clicks, lead intents and leads. */
export async function figuresOf(api: Api, partner: number): Promise<Record<string, number[]>> {
  const rows = await api.list(`copilot-insights/partner/${partner}/views-by-page`)
  return Object.fromEntries(rows.map((row) => [row.source_url, [row.views, row.clicks, row.lead_intents, row.leads] as number[]]))
}

/** expectFigures waits until the queue has updated the figures of a partner. */
export const expectFigures = (api: Api, partner: number, figures: Record<string, number[]>) =>
  expect.poll(() => figuresOf(api, partner), { timeout: 20_000 }).toEqual(figures)
