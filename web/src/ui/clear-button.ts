/** clearButton makes the clear button of a select accessible by keyboard and screen readers, from which the library hides it. */
export function clearButton(label: string) {
  return { 'aria-label': `Clear ${label}`, 'aria-hidden': false, tabIndex: 0 } as const
}
