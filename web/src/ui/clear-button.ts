/** clearButton makes the cross of a choice one that keys and readers find too; the library hides it from both. */
export function clearButton(label: string) {
  return { 'aria-label': `Clear ${label}`, 'aria-hidden': false, tabIndex: 0 } as const
}
