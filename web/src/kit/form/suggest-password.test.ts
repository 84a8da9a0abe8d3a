import { describe, expect, it } from 'vitest'
import { suggestPassword } from './suggest-password'

describe('a suggested password', () => {
  it('has ten characters that can’t be taken for each other', () => {
    for (let i = 0; i < 200; i++) expect(suggestPassword()).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{10}$/)
  })

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 200 }, () => suggestPassword())).size).toBe(200)
  })

  it('draws again what would make some letters likelier than others', () => {
    const draws = [255, 0, 254, 1]
    const first = suggestPassword((bytes) => bytes.fill(draws.shift() ?? 2))
    expect(first).toBe('aaaaaaaaaa')
  })

  it('goes on drawing until it is long enough', () => {
    let at = 0
    const every = suggestPassword((bytes) => bytes.map(() => (at++ % 2 ? 255 : 3)))
    expect(every).toBe('dddddddddd')
  })
})
