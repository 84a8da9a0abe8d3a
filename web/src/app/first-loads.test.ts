import { writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { queries } from '../kit/api/client'
import type { Me } from '../kit/api/schema.gen'
import { signedIn, signedOut } from '../kit/session/session'
import generated from './first-loads.gen.json' with { type: 'json' }
import { screens } from './screens'

const modules = import.meta.glob<Record<string, unknown>>(['../features/**/*.tsx', './pages/*.tsx', '!**/*.test.tsx'])
const pageSize = 97 // no list has it by itself

/** sourceOf returns the file that exports a component. */
async function sourceOf(page: unknown): Promise<string> {
  for (const [path, load] of Object.entries(modules)) {
    if (Object.values(await load()).includes(page)) return path.replace(/^\.\.\//, '').replace(/^\.\//, 'app/')
  }
  throw new Error(`no file exports ${page}`)
}

/** The build reads the generated file, and tells the server which files and which request a screen begins with. */
test('the generated list has the file and the first request of every screen', { timeout: 60_000 }, async () => {
  const requests: URL[] = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    requests.push(new URL(url))
    return new Response('{"items":[],"meta":{}}')
  })
  signedIn({ id: 1, staff_role: 'admin', settings: { page_size: pageSize }, default_views: {} } as unknown as Me)
  const list = []
  for (const { path, load, admin = false } of screens) {
    requests.length = 0
    const page = await load()
    page.prefetch?.({})
    await queries.cancelQueries()
    queries.clear()
    const [request] = requests
    const url = request ? `${request.pathname}${request.search}`.replace(`per_page=${pageSize}`, 'per_page={page_size}') : ''
    list.push({ path, admin, source: await sourceOf(page), request: url })
  }
  signedOut()
  vi.unstubAllGlobals()
  if (process.env.UPDATE) writeFileSync('src/app/first-loads.gen.json', `${JSON.stringify(list, null, 2)}\n`)
  else expect(generated, 'run make gen').toEqual(list)
})
