const signedNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay: 'exceptZero' })

/** changeOf returns a change in per cent, rounded to two decimals. A change from 0 is 0. */
export function changeOf(now: number, previous: number): number {
  if (previous === 0) return 0
  const change = Math.round(((now - previous) / previous) * 10_000) / 100
  return change || 0 // avoid -0
}

/** percent formats a change with its sign: +4.17%, −50%. */
export function percent(change: number): string {
  return `${signedNumber.format(change).replace('-', '−')}%`
}
