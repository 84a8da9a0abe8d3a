import { describe, expect, it } from 'vitest'
import { suggestPassword } from './suggest-password'

/** from returns a random source that yields these bytes. */
const from = (draws: number[]) => (bytes: Uint8Array<ArrayBuffer>) => bytes.map(() => draws.shift() ?? 0)

describe('a suggested password', () => {
  it('has ten unambiguous characters of every kind', () => {
    for (let i = 0; i < 500; i++) {
      const password = suggestPassword()
      expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{10}$/)
      for (const kind of [/[a-z]/, /[A-Z]/, /[2-9]/]) expect(password).toMatch(kind)
    }
  })

  it('is different each time', () => {
    expect(new Set(Array.from({ length: 200 }, () => suggestPassword())).size).toBe(200)
  })

  it('redraws bytes that would bias the result', () => {
    expect(suggestPassword(from([255, 224, 24, 48, 0, 1, 2, 3, 4, 5, 6, 7]))).toBe('A2abcdefgh')
  })

  it('is redrawn completely if a kind of character is missing', () => {
    const small = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    const withoutDigits = [24, ...small.slice(1)]
    expect(suggestPassword(from([...small, ...withoutDigits, 48, 24, ...small.slice(2)]))).toBe('2Acdefghij')
  })
})
