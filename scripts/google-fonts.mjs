// Generates internal/platform/fonts/catalogue.tsv (id, family, category, weights) from the npm package google-font-metadata.
// Usage: npm pack google-font-metadata && tar xzf google-font-metadata-*.tgz && node scripts/google-fonts.mjs package
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const source = process.argv[2]
if (!source) throw new Error('Pass the folder of the unpacked package.')
const target = join(import.meta.dirname, '..', 'internal', 'platform', 'fonts', 'catalogue.tsv')

const fonts = Object.values(JSON.parse(readFileSync(join(source, 'data', 'google-fonts-v2.json'), 'utf8')))
const key = (font) => font.family.toLowerCase()
fonts.sort((a, b) => (key(a) < key(b) ? -1 : 1))

const rows = fonts.map((font) => [font.id, font.family, font.category, font.weights.toSorted((a, b) => a - b).join(' ')])
for (const row of rows) for (const cell of row) if (!cell || /[\t\n]/.test(cell)) throw new Error(`Invalid row: ${JSON.stringify(row)}`)
writeFileSync(target, rows.map((row) => `${row.join('\t')}\n`).join(''))
console.log(`${rows.length} fonts of ${JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')).version}`)
