import { expect, test } from 'vitest'
import { contrast, luminanceOf, readableTextOn } from './contrast'

test('has enough contrast on any colour', () => {
  const steps = ['00', '33', '66', '76', '77', '99', 'cc', 'ff']
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const ground = `#${red}${green}${blue}`
        const lights = [luminanceOf(ground) ?? Number.NaN, luminanceOf(readableTextOn(ground) ?? '') ?? Number.NaN]
        expect(contrast(Math.max(...lights), Math.min(...lights)), ground).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
})

test('returns white for dark and black for bright colours, in both notations', () => {
  expect(readableTextOn('#12705f')).toBe('#ffffff')
  expect(readableTextOn('#036')).toBe('#ffffff')
  expect(readableTextOn('#FFD400')).toBe('#000000')
  expect(readableTextOn('#fff')).toBe('#000000')
})

test('returns undefined for invalid colours', () => {
  for (const word of ['', 'inherit', 'red', '#12', '#12705', '#gggggg', 'url(x)']) expect(readableTextOn(word)).toBeUndefined()
})
