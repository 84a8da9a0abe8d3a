import { useCallback } from 'react'
import { admin } from '../../kit/api/admin'
import { queries } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { reload } from '../../kit/api/lists'
import type { ScheduledEvent } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { formatDay, officeDay } from '../../kit/format/dates'
import { moveToDay } from './days'

const listOf = { content: 'content', image: 'images', collection: 'collections' } as const

/** useMove returns a function that moves an event to another day, and reports whether it did. */
export function useMove() {
  return useCallback(async (event: ScheduledEvent, day: string) => {
    if (day < officeDay(new Date())) {
      notify.failed('Choose today or a later day.')
      return false
    }
    try {
      await admin.put(`${listOf[event.kind]}/${event.id}`, { [event.field]: moveToDay(event.at, day), version: event.version })
      notify.done(`${event.name} has been moved to ${formatDay(day)}.`)
      return true
    } catch (error) {
      notify.failed(messageOf(error))
      return false
    } finally {
      void reload(listOf[event.kind])
      await queries.invalidateQueries({ queryKey: ['calendar'] })
    }
  }, [])
}
