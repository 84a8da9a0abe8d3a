// Compares the built app with its budget, without a browser: the files that each screen imports, and the largest files. Run after a build.
import { readFileSync } from 'node:fs'
import { budget, compressedSize } from './budget.mjs'

/** @typedef {{ file: string, source: string, entry: boolean, imports: string[], css: string[], packages: Record<string, number> }} Note */

/** @type {Note[]} */
const notes = JSON.parse(readFileSync(new URL('dist/bundle.json', import.meta.url), 'utf8'))
const byFile = new Map(notes.map((note) => [note.file, note]))

function closure(file, files = new Set()) {
  if (!files.has(file)) {
    files.add(file)
    for (const next of byFile.get(file)?.imports ?? []) closure(next, files)
  }
  return files
}

const sum = (files) => [...new Set(files)].reduce((total, file) => total + compressedSize(file), 0)
const styles = (files) => [...files].flatMap((file) => byFile.get(file)?.css ?? [])
const entry = notes.find((note) => note.entry)
if (!entry) throw new Error('no entry: build first')

// What opens over a screen, or on the first use of a field, is not a first screen.
const base = closure(entry.file)
const later = /dialog|reorder|parts\/|palette|drawer|change-password|column-list|icon-field|^(ui|kit)\//
const screens = notes.filter((note) => note.source && !note.entry && !later.test(note.source))
const opened = screens.map((screen) => ({ name: screen.source, files: closure(screen.file, new Set(base)) }))
let failed = false

function report(what, size, limit) {
  const over = size > limit
  failed ||= over
  process.stdout.write(`${over ? 'OVER ' : 'ok   '} ${size.toFixed(1).padStart(6)} of ${limit} kB  ${what}\n`)
}

const heaviest = (measure) => opened.reduce((a, b) => (measure(a) > measure(b) ? a : b))
const scripts = (screen) => sum(screen.files)
const sheets = (screen) => sum(styles(screen.files))
const [script, sheet] = [heaviest(scripts), heaviest(sheets)]
report(`JavaScript of the heaviest first screen (${script.name})`, scripts(script), budget.firstScripts)
report(`styles of the heaviest first screen (${sheet.name})`, sheets(sheet), budget.firstStyles)
// What most screens need is no chunk of one of them.
const common = (file) => opened.filter((screen) => screen.files.has(file)).length > opened.length / 2
const rest = notes.filter((note) => !base.has(note.file) && !common(note.file)).sort((a, b) => compressedSize(b.file) - compressedSize(a.file))
for (const note of rest.slice(0, 5)) report(`chunk ${note.source || note.file}`, compressedSize(note.file), budget.chunk)

/** costs prints what the packages in some files cost. A file's size is divided by the compressed sizes of its modules. */
function costs(title, files) {
  const sizes = {}
  for (const file of files) {
    for (const [name, share] of Object.entries(byFile.get(file)?.packages ?? {})) sizes[name] = (sizes[name] ?? 0) + share * compressedSize(file)
  }
  process.stdout.write(`\n${title}: ${sum(files).toFixed(1)} kB\n`)
  for (const [name, size] of Object.entries(sizes).sort(([, a], [, b]) => b - a)) {
    if (size >= 0.5) process.stdout.write(`${size.toFixed(1).padStart(8)}  ${name}\n`)
  }
}

if (process.argv.includes('--packages')) {
  costs('every page', base)
  for (const note of rest.filter(({ source }) => source))
    costs(
      `${note.source}, beyond every page`,
      [...closure(note.file)].filter((file) => !base.has(file)),
    )
}
process.exitCode = failed ? 1 : 0
