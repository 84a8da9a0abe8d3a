import { controls } from './open-rows'

/** handleRowClick opens the record of the row that was clicked, or selects a row without one. */
export function handleRowClick(event: MouseEvent) {
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
