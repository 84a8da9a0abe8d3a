// Generates migrations/iso/*.tsv from Debian's iso-codes, with common names and unique names of subdivisions per country.
// A migration reads the files once, so a newer list needs a new migration, not another run of this script.
// Usage: node scripts/iso-codes.mjs [folder with iso_3166-1.json, iso_3166-2.json and iso_639-2.json]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const source = process.argv[2] ?? '/usr/share/iso-codes/json'
const target = join(import.meta.dirname, '..', 'migrations', 'iso')
const read = (standard) => JSON.parse(readFileSync(join(source, `iso_${standard}.json`), 'utf8'))[standard]

/** Common names that differ from the standard, in addition to those in iso-codes. */
const countryNames = {
  BN: 'Brunei', CD: 'Democratic Republic of the Congo', CG: 'Republic of the Congo', FK: 'Falkland Islands', FM: 'Micronesia',
  MF: 'Saint Martin', PS: 'Palestine', RU: 'Russia', SX: 'Sint Maarten', VA: 'Vatican City', VG: 'British Virgin Islands', VI: 'U.S. Virgin Islands',
}
const languageNames = {
  bn: 'Bengali', el: 'Greek', gd: 'Scottish Gaelic', ht: 'Haitian Creole', kl: 'Greenlandic', ky: 'Kyrgyz', li: 'Limburgish', nr: 'South Ndebele',
  nd: 'North Ndebele', nn: 'Norwegian Nynorsk', nb: 'Norwegian Bokmål', os: 'Ossetic', pa: 'Punjabi', ps: 'Pashto', st: 'Southern Sotho', ug: 'Uyghur',
}

/** Turns "Asturias, Principado de" into "Principado de Asturias". Lists of places keep their commas. */
function reorder(name) {
  const [last, first, more] = name.split(', ')
  return first && !more && !/ (and|y|et) /.test(name) ? `${first}${/[’']$/.test(first) ? '' : ' '}${last}` : name
}

const key = (text) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
const capitalise = (text) => text.charAt(0).toUpperCase() + text.slice(1)
const byKey = (field) => (a, b) => (key(a[field]) < key(b[field]) ? -1 : 1)

function write(file, rows) {
  for (const row of rows) for (const cell of row) if (/[\t\n]/.test(cell)) throw new Error(`${file}: ${cell}`)
  writeFileSync(join(target, file), rows.map((row) => `${row.join('\t')}\n`).join(''))
  console.log(`${file}: ${rows.length} rows`)
}

const countries = read('3166-1').map((c) => ({ ...c, name: countryNames[c.alpha_2] ?? c.common_name ?? c.name }))
write('countries.tsv', countries.sort(byKey('name')).map((c) => [c.alpha_2, c.alpha_3, c.name]))

const subdivisions = read('3166-2').map((s) => {
  const dash = s.code.indexOf('-')
  const name = capitalise(reorder(s.name.replace(' (française)', ' française').replace(/ *\[.*\]$/, '').replace(/\*$/, '')))
  return { country: s.code.slice(0, dash), code: s.code.slice(dash + 1), name, type: s.type }
})
const fullKey = (s) => `${s.country} ${key(s.name)}`
const counts = new Map()
for (const s of subdivisions) counts.set(fullKey(s), (counts.get(fullKey(s)) ?? 0) + 1)
for (const s of subdivisions.filter((s) => counts.get(fullKey(s)) > 1)) s.name += ` (${s.type.toLowerCase()})`
write('subdivisions.tsv', subdivisions.sort((a, b) => (a.country === b.country ? byKey('name')(a, b) : a.country < b.country ? -1 : 1)).map((s) => [s.country, s.code, s.name]))

const languages = read('639-2').filter((l) => l.alpha_2).map((l) => ({ ...l, name: languageNames[l.alpha_2] ?? reorder(l.name.split('; ')[0].replace(/ \(.*\)$/, '')) }))
write('languages.tsv', languages.sort(byKey('name')).map((l) => [l.alpha_2, l.name]))
