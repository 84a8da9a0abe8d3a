import { describe, expect, it } from 'vitest'
import { suggestPassword } from './suggest-password'

/** from hands out these bytes one after the other. */
const from = (draws: number[]) => (bytes: Uint8Array<ArrayBuffer>) => bytes.map(() => draws.shift() ?? 0)

describe('a suggested password', () => {
  it('has ten characters that can’t be taken for each other, of every kind', () => {
    for (let i = 0; i < 500; i++) {
      const password = suggestPassword()
      expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{10}$/)
      for (const kind of [/[a-z]/, /[A-Z]/, /[2-9]/]) expect(password).toMatch(kind)
    }
  })

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 200 }, () => suggestPassword())).size).toBe(200)
  })

  it('draws again what would make some letters likelier than others', () => {
    expect(suggestPassword(from([255, 224, 24, 48, 0, 1, 2, 3, 4, 5, 6, 7]))).toBe('A2abcdefgh')
  })

  it('is drawn anew as a whole when a kind is missing', () => {
    const small = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    const withoutDigits = [24, ...small.slice(1)]
    expect(suggestPassword(from([...small, ...withoutDigits, 48, 24, ...small.slice(2)]))).toBe('2Acdefghij')
  })
})
