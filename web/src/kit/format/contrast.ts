/** readableTextOn returns white if it is readable on a background colour, otherwise black. For an invalid colour it returns undefined. */
export function readableTextOn(colour: string): string | undefined {
  const luminance = luminanceOf(colour)
  if (luminance === undefined) return undefined
  return contrast(1, luminance) >= 4.5 ? '#ffffff' : '#000000'
}

/** contrast returns the WCAG contrast ratio of two luminances, the brighter one first. */
export const contrast = (bright: number, dark: number) => (bright + 0.05) / (dark + 0.05)

/** luminanceOf returns the relative luminance of a colour, from 0 to 1. */
export function luminanceOf(colour: string): number | undefined {
  const digits = /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(colour) ? colour.slice(1) : ''
  if (!digits) return undefined
  const hex = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
