import { expect, test } from 'vitest'
import { contrast, inkOn, lightOf } from './contrast'

test('has enough contrast on any colour', () => {
  const steps = ['00', '33', '66', '76', '77', '99', 'cc', 'ff']
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const ground = `#${red}${green}${blue}`
        const lights = [lightOf(ground) ?? Number.NaN, lightOf(inkOn(ground) ?? '') ?? Number.NaN]
        expect(contrast(Math.max(...lights), Math.min(...lights)), ground).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
})

test('returns white for dark and black for bright colours, in both notations', () => {
  expect(inkOn('#12705f')).toBe('#ffffff')
  expect(inkOn('#036')).toBe('#ffffff')
  expect(inkOn('#FFD400')).toBe('#000000')
  expect(inkOn('#fff')).toBe('#000000')
})

test('returns undefined for invalid colours', () => {
  for (const word of ['', 'inherit', 'red', '#12', '#12705', '#gggggg', 'url(x)']) expect(inkOn(word)).toBeUndefined()
})
