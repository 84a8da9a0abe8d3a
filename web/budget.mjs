// What the browser may load: sizes in kB, compressed with gzip, and the number of requests.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** The limits. A first screen is what the browser has loaded when a screen is shown and nothing was clicked: the walk measures it. */
export const budget = { firstScripts: 200, firstStyles: 20, chunk: 25, requests: 20 }

const app = new URL('dist/app/', import.meta.url)
const sizes = new Map()

/**
 * @param {string} path of a file of the built app
 * @returns {number}
 */
export function compressedSize(path) {
  const file = path.replace(/^\//, '')
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, app)), { level: 9 }).length / 1000)
  return sizes.get(file)
}
