// compact.mjs FILE: removes what openapi-typescript writes for every call although it says nothing, which is half of
// the file, and indents like the rest of the web app.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.argv[2]
const rules = [
  // Methods, parameters and bodies that a path or call doesn't have. Our own types look up get, put, post and delete.
  [/^ *(options|head|patch|trace|header|path|cookie|requestBody)\?: never;\n/gm, ''],
  // Paths share no parameters. Calls keep query?: never, or TypeScript would allow any parameter.
  [/^ {8}parameters: \{\n *query\?: never;\n *\};\n(?= {8}(\/\*\*|get|put|post|delete))/gm, ''],
  [/parameters: \{\n *query\?: never;\n *\};\n/g, 'parameters: { query?: never };\n'],
  // Components carry their description themselves.
  [/^ *\/\*\* @description [^\n]* \*\/\n(?= *\w+\??: components\["parameters"\])/gm, ''],
  // No call describes its headers.
  [/^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm, ''],
  [/^( +)/gm, (spaces) => ' '.repeat(Math.ceil(spaces.length / 2))],
]
const text = rules.reduce((text, [pattern, by]) => text.replace(pattern, by), readFileSync(file, 'utf8'))
writeFileSync(file, text)
