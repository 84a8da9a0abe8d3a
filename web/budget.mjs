// What the browser must load, against what we allow it: prints, and fails beyond. Run after a build.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** @typedef {{ file: string, source: string, entry: boolean, imports: string[], css: string[] }} Note */

const allowed = { first: 234, chunk: 20, css: 40 }
/** @type {Note[]} */
const notes = JSON.parse(readFileSync('dist/bundle.json', 'utf8'))
const byFile = new Map(notes.map((note) => [note.file, note]))
const weighed = new Map()

function weight(file) {
  const known = weighed.get(file) ?? gzipSync(readFileSync(`dist/app/${file}`), { level: 9 }).length / 1000
  weighed.set(file, known)
  return known
}

function closure(file, seen = new Set()) {
  if (!seen.has(file)) {
    seen.add(file)
    for (const next of byFile.get(file)?.imports ?? []) closure(next, seen)
  }
  return seen
}

const sum = (files) => [...new Set(files)].reduce((total, file) => total + weight(file), 0)
const styles = (files) => [...files].flatMap((file) => byFile.get(file)?.css ?? [])
const entry = notes.find((note) => note.entry)
if (!entry) throw new Error('no entry: build first')

// What opens over a screen, or comes after its first step, is no first screen.
const base = closure(entry.file)
const screens = notes.filter(
  (note) => /^(features|app)\/.*/.test(note.source) && !note.entry && !/dialog|reorder|parts|palette|steps/.test(note.source),
)
const opened = screens.map((screen) => ({ name: screen.source, files: closure(screen.file, new Set(base)) }))
let failed = false

function tell(what, size, limit) {
  const over = size > limit
  failed ||= over
  process.stdout.write(`${over ? 'OVER ' : 'ok   '} ${size.toFixed(1).padStart(6)} of ${limit} kB  ${what}\n`)
}

const heaviest = opened.reduce((a, b) => (sum(a.files) > sum(b.files) ? a : b))
tell(`JavaScript of the heaviest first screen (${heaviest.name})`, sum(heaviest.files), allowed.first)
tell('styles of the heaviest first screen', Math.max(...opened.map((screen) => sum(styles(screen.files)))), allowed.css)
const later = notes.filter((note) => !base.has(note.file)).sort((a, b) => weight(b.file) - weight(a.file))
for (const note of later.slice(0, 5)) tell(`chunk ${note.source || note.file}`, weight(note.file), allowed.chunk)
process.exitCode = failed ? 1 : 0
