import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

type Redirect = { pattern: string; target: string; exact: boolean; ignore_previous_page: boolean }
type Cases = {
  match: { pattern: string; exact: boolean; path: string; match: boolean }[]
  chains: { about: string; redirects: Redirect[]; path: string; target: string | null; ignore_previous_page: boolean }[]
}
type Functions = {
  matches: (pattern: string, exact: boolean, path: string) => boolean
  follow: (redirects: Redirect[], path: string) => { target: string; ignorePrevious: boolean } | null
  encodeUpTo: (room: number, text: string) => string
}

const source = readFileSync('../internal/features/copilotconfig/scripts/copilot.js', 'utf8')
const minified = readFileSync('../internal/features/copilotconfig/scripts/copilot.min.js', 'utf8')
const cases = JSON.parse(readFileSync('../internal/kit/pathpattern/testdata/cases.json', 'utf8')) as Cases

/** functions returns functions of the script: its last statement, which starts it, is replaced. */
function functions(): Functions {
  const end = '  attempt(start)\n})()\n'
  expect(source.endsWith(end)).toBe(true)
  const body = source.slice(0, -end.length).replace('(function () {', '')
  return new Function(`${body}\nreturn { matches, follow, encodeUpTo }`)() as Functions
}

describe('copilot.js', () => {
  const { matches, follow, encodeUpTo } = functions()

  it('matches paths as the server does', () => {
    expect(cases.match.length).toBeGreaterThan(50)
    for (const { pattern, exact, path, match } of cases.match) expect([pattern, path, matches(pattern, exact, path)]).toEqual([pattern, path, match])
  })

  it('follows chains of redirects as the server does', () => {
    expect(cases.chains.length).toBeGreaterThan(9)
    for (const { about, redirects, path, target, ignore_previous_page } of cases.chains) {
      const found = follow(redirects, path)
      expect([about, found?.target ?? null, found?.ignorePrevious ?? false]).toEqual([about, target, ignore_previous_page])
    }
  })

  it('encodes texts of mails up to a length, at whole characters', () => {
    expect(encodeUpTo(100, 'Ünï & so?\r\non\nand\ron')).toBe('%C3%9Cn%C3%AF%20%26%20so%3F%0D%0Aon%0D%0Aand%0D%0Aon')
    expect(encodeUpTo(15, 'aa🏝b')).toBe('aa%F0%9F%8F%9Db')
    expect(encodeUpTo(13, 'aa🏝b')).toBe('aa')
    expect(encodeUpTo(6, 'a\nb')).toBe('a')
    expect(encodeUpTo(100, 'a\ud800b\udc00')).toBe('a%EF%BF%BDb%EF%BF%BD')
  })

  it('has at most 6.5 kB when minified and compressed, and never turns text into code', () => {
    expect(gzipSync(minified, { level: 9 }).length).toBeLessThanOrEqual(6500)
    for (const form of [source, minified]) {
      expect(form).not.toMatch(/\beval\b|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bimport\(/)
    }
  })
})
