import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname)

const files = (readdirSync(src, { recursive: true }) as string[]).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|test-setup/.test(file))
const text = new Map(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]))

/** A layer may import those on the right. Features never import each other; the app puts them together. */
const allowed: Record<string, string[]> = {
  app: ['app', 'features', 'kit', 'ui', 'paths'],
  features: ['kit', 'ui', 'paths'],
  kit: ['kit', 'ui'],
  ui: ['ui'],
  paths: [],
  main: ['app', 'kit', 'ui'],
}

const folderOf = (file: string) => file.replace(/\.tsx?$/, '').split('/')[0] ?? ''
const featureOf = (file: string) => file.split('/')[1]

function imports(file: string): string[] {
  const found = [...(text.get(file) ?? '').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
  return found.map((match) => relative(src, resolve(src, dirname(file), match[1] ?? '')))
}

test('imports only go in one direction: app → features → kit → ui', () => {
  const violations = files.flatMap((file) =>
    imports(file)
      .filter(
        (target) =>
          !(allowed[folderOf(file)] ?? []).includes(folderOf(target)) &&
          !(folderOf(file) === 'features' && folderOf(target) === 'features' && featureOf(file) === featureOf(target)),
      )
      .map((target) => `${file} → ${target}`),
  )
  expect(files.length).toBeGreaterThan(60)
  expect(violations).toEqual([])
})

test('every used Mantine component has its styles imported', () => {
  const sheets =
    ['ui/mantine.css', 'ui/overlays.css', 'ui/fields.css'].map((file) => readFileSync(join(src, file), 'utf8')).join() + [...text.values()].join()
  const known = new Set(readdirSync(join(src, '../node_modules/@mantine/core/styles')).map((file) => file.replace('.css', '')))
  const used = new Set<string>()
  for (const code of text.values()) {
    for (const match of code.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)) {
      for (const name of (match[1] ?? '').split(',')) used.add(name.trim())
    }
  }
  const missing = [...used].filter((name) => known.has(name) && !sheets.includes(`/${name}.layer.css`))
  expect(used.size).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

test('links are only built in paths.ts', () => {
  const strays = files.filter((file) => folderOf(file) !== 'paths' && / to="\/|to: '\/|navigate\('\//.test(text.get(file) ?? ''))
  expect(strays).toEqual([])
})
