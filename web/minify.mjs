// Minifies the scripts that other sites include. node minify.mjs [FOLDER] writes them to a folder, or beside their sources.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { minifySync } from 'rolldown/utils'

for (const path of ['../internal/features/copilotconfig/scripts/copilot.js', '../internal/features/pages/scripts/embed.js']) {
  const { code, errors } = minifySync(basename(path), readFileSync(path, 'utf8'), { mangle: true, compress: true })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  writeFileSync(join(process.argv[2] ?? dirname(path), `${basename(path, '.js')}.min.js`), `${code}\n`)
}
