import type { Count } from '../api/schema.gen'
import { total } from '../format/numbers'

type Warning = { text: string /** The label of the checkbox that leaves them out, unless it would leave out everything. */; choice?: string }

/** scheduledWarning says how many of the selected records have a later date that an action would replace. */
export function scheduledWarning(selected: Count, scheduled: Count, consequence: string): Warning | undefined {
  if (scheduled.total === 0) return undefined
  const all = !selected.total_is_capped && scheduled.total === selected.total
  const are = scheduled.total === 1 ? 'is' : 'are'
  const who = !all ? `${total(scheduled)} of them ${are}` : scheduled.total === 1 ? 'It is' : `All ${total(scheduled)} are`
  return {
    text: `${who} scheduled for a later date and would ${consequence}.`,
    choice: all ? undefined : `Leave out the ${total(scheduled)} scheduled`,
  }
}

/** overwritten says how many of all matching records have a date that an action replaces or removes. */
export function overwritten(count: Count, text: { one: string; many: string }): string | undefined {
  if (count.total === 0) return undefined
  return count.total === 1 && !count.total_is_capped ? `1 ${text.one}` : `${total(count)} ${text.many}`
}
