import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { png } from './png.ts'
import { type Api, expect, unique } from './test.ts'

/** createContent creates a content item with a unique URL. */
export const createContent = (api: Api, title: string, more: object = {}) =>
  api.post('content', { content_url: `https://stories.example/${randomUUID()}`, title, ...more })

/** createImage uploads a picture and creates an image from it. */
export async function createImage(page: Page, api: Api, title: string) {
  const file = { name: 'picture.png', mimeType: 'image/png', buffer: png(120, 80) }
  const response = await page.request.post('/api/admin/uploads', { multipart: { file } })
  expect(response.status()).toBe(201)
  const { item } = await response.json()
  return api.post('images', { title, featured_image: { id: item.id } })
}

/** createCollection creates an empty collection. */
export const createCollection = (api: Api) => api.post('collections', { name: unique('Shore'), partner_id: 1 })
