const controls = 'a, button, input, label'

function handleClick(event: MouseEvent) {
  const target = event.target as Element
  if (event.button > 1 || target.closest(controls) || getSelection()?.toString()) return
  const { ctrlKey, metaKey, shiftKey } = event
  const row = target.closest('tbody tr, li')
  const link = row?.querySelector<HTMLAnchorElement>('[data-opens]')
  // A click beside the checkbox, or on a row without a link, selects the row.
  const box = (link ? target.closest('td') : row)?.querySelector(link ? ':scope > [type=checkbox]' : '[type=checkbox]:enabled')
  if (box && event.button === 0) box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }))
  else if (event.button === 1 || ctrlKey || metaKey) link && open(link.href, '_blank', 'noopener')
  else link?.click()
}

/** handleMouseDown lets the middle button open a new tab instead of scrolling the page. */
function handleMouseDown(event: MouseEvent) {
  if (event.button === 1 && !(event.target as Element).closest(controls)) event.preventDefault()
}

/**
 * openRowsOnClick is the ref of an element whose rows open their records on a click anywhere in them, except on controls and
 * while text is selected. The link in a row remains for the keyboard and for screen readers.
 */
export function openRowsOnClick(rows: HTMLElement | null) {
  // All listeners are removed with the element.
  rows?.addEventListener('click', handleClick)
  rows?.addEventListener('auxclick', handleClick)
  rows?.addEventListener('mousedown', handleMouseDown)
}
