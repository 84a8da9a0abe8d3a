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

/** Static imports of types and values. A dynamic import is no cycle: the importing file has been loaded before. */
function staticImports(file: string): string[] {
  const found = [...(text.get(file) ?? '').matchAll(/(?:from|import)\s*'(\.[^']+)'/g)]
  const targets = found.map((match) => relative(src, resolve(src, dirname(file), match[1] ?? '')))
  return targets.flatMap((target) => files.filter((other) => [target, `${target}.ts`, `${target}.tsx`].includes(other)))
}

test('files do not import each other in a circle', () => {
  const finished = new Set<string>()
  const cycles: string[] = []
  function visit(file: string, path: string[]) {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (finished.has(file) || path.includes(file)) return
    for (const target of staticImports(file)) visit(target, [...path, file])
    finished.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})

test('components have at most 100 lines', () => {
  const start = /^(?:export )?(?:function|const) ([A-Z]\w*)/
  const components = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const lines = (text.get(file) ?? '').split('\n')
      return lines.flatMap((line, first) => {
        const name = start.exec(line)?.[1]
        if (!name) return []
        const length = /^\S.*[({[]$/.test(line) ? lines.slice(first + 1).findIndex((next) => /^[)}\]]/.test(next)) + 2 : 1
        return [{ name: `${file}: ${name}`, length }]
      })
    })
  expect(components.length).toBeGreaterThan(300)
  expect(components.filter(({ length }) => length > 100)).toEqual([])
})

test('the types any and never are not used to avoid type errors', () => {
  const e2e = join(src, '../e2e')
  const sources = [src, e2e].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  const escapes = sources
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('schema.gen.ts'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/.*(?::\s*any\b|\bas\s+(?:never|any)\b|<any\s*>|\bany\[\]).*/g)].map(
        ([line]) => `${relative(src, file)}: ${line.trim()}`,
      ),
    )
  expect(sources.length).toBeGreaterThan(300)
  expect(escapes).toEqual([])
})

/** The files that format texts for people in a locale. What such a format returns differs between browsers and their versions. */
const formatting = [
  'kit/format/dates.ts',
  'kit/format/numbers.ts',
  'kit/format/change.ts',
  'features/calendar/days.ts',
  'features/content/address-step.tsx',
]

test('nothing that is stored or sent comes from the format of a locale', () => {
  const call = String.raw`\.format(?:Range)?\((?:[^()]|\([^()]*\))*\)`
  const takenApart = new RegExp(String.raw`${call}\s*\.(?:split|slice|substring|substr|match|matchAll|at|charAt|padStart)\b`)
  const parsed = new RegExp(String.raw`(?:Number|parseInt|parseFloat|Date\.parse|new Date)\((?:[^()]|\([^()]*\))*${call}`)
  const violations = [...text].flatMap(([file, code]) => [
    ...(/\bIntl\.\w+Format\b/.test(code) && ![...formatting, 'kit/format/zone.ts'].includes(file) ? [`${file} uses Intl: see kit/format`] : []),
    ...(/\.toLocale(?:Date|Time)?String\b/.test(code) ? [`${file} uses toLocaleString: see kit/format`] : []),
    ...(/'(?:en-CA|sv-SE|sv|fr-CA|lt-LT)'/.test(code) ? [`${file} uses a locale for its order: see kit/format/zone.ts`] : []),
    ...(takenApart.test(code) || parsed.test(code) ? [`${file} reads a formatted text: see kit/format/zone.ts`] : []),
  ])
  if (/\.format\(/.test(text.get('kit/format/zone.ts') ?? '')) violations.push('kit/format/zone.ts must use the parts only')
  expect(violations).toEqual([])
})
