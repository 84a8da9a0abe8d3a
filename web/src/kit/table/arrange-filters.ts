import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Filter } from './types'

/** The width of a filter, and of what a toolbar has besides them: search, tools, buttons and spacing. */
const filterWidth = 150
const searchWidth = 208
const otherWidth = 340
const moreWidth = 130

/** useFilterRoom returns how many filters fit into a toolbar in one line. */
export function useFilterRoom(toolbar: RefObject<HTMLElement | null>, filters: readonly Filter[], search: boolean): number {
  const [width, setWidth] = useState(1064)
  useLayoutEffect(() => {
    const element = toolbar.current
    if (!element?.clientWidth) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [toolbar])
  const room = width - otherWidth - (search ? searchWidth : 0)
  // Without filters behind it, the button that opens the others is not needed.
  if (!filters.some(({ more }) => more) && filters.length * filterWidth <= room + moreWidth) return filters.length
  return Math.max(0, Math.floor(room / filterWidth))
}

/**
 * arrangeFilters returns which filters have a field in the toolbar and which active ones are chips. The others are in the panel,
 * where chips can be changed, too. If there is no room, fields without a value leave first, from the end. Filters that are in the
 * open panel stay there.
 */
export function arrangeFilters(filters: readonly Filter[], values: Record<string, string>, room: number, opened: readonly string[]) {
  const inPanel = ({ name, more }: Filter) => more || opened.includes(name)
  const chips = filters.filter((filter) => inPanel(filter) && values[filter.name] && values[filter.name] !== filter.initial).slice(0, room)
  const fields = filters.filter((filter) => !inPanel(filter))
  while (fields.length + chips.length > room && fields.length > 0) {
    const unused = fields.findLastIndex(({ name }) => !values[name])
    fields.splice(unused, 1)
  }
  // At the end of the panel, those that leave the toolbar don't move the others.
  const panel = [...filters.filter(inPanel), ...filters.filter((filter) => !inPanel(filter) && !fields.includes(filter))]
  const hidden = panel.filter((filter) => values[filter.name] && !chips.includes(filter) && values[filter.name] !== filter.initial)
  return { fields, chips, panel, hiddenCount: hidden.length }
}
