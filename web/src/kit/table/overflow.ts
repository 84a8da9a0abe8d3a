/**
 * watchOverflow is the ref of the element around a table. It scrolls sideways only while the table is too wide: as a scroll
 * container, it would keep the column heads from staying below the header of the page.
 */
export function watchOverflow(element: HTMLElement | null) {
  const table = element?.firstElementChild
  if (!element || !table) return
  const observer = new ResizeObserver(() => element.toggleAttribute('data-scrolls', table.clientWidth > element.clientWidth))
  observer.observe(element)
  observer.observe(table)
  return () => observer.disconnect()
}
