/** What a click in a row does not open the record on. */
export const controls = 'a, button, input, label'

const handleClick = async (event: MouseEvent) => (await import('./row-clicks')).handleRowClick(event)

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
