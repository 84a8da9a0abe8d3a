const signs = new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay: 'exceptZero' })

/** changeOf is by how many per cent something has changed, to two places. From nothing there is no change to speak of. */
export function changeOf(now: number, previous: number): number {
  if (previous === 0) return 0
  const change = Math.round(((now - previous) / previous) * 10_000) / 100
  return change || 0 // no minus before nothing
}

/** percent writes a change with its sign: +4.17%, −50%. */
export function percent(change: number): string {
  return `${signs.format(change).replace('-', '−')}%`
}
