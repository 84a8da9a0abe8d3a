import { expect, test } from 'vitest'
import { specOf } from '../../kit/resource/view'
import { paramsOf, readState } from '../../kit/table/state'
import { users, usersOf } from './users-definition'

test('limits the list to the partner regardless of the URL, and presets the partner of new users', () => {
  const theirs = usersOf({ id: 7, name: 'Compass' })
  const spec = specOf(theirs)
  expect(paramsOf(spec, readState(spec, { partner_id: '8', type: 'advisors', country_id: '3' }, 25))).toEqual({
    page: 1,
    per_page: 25,
    sort: '-created_at',
    country_id: '3',
    partner_id: 7,
  })
  expect(theirs.initial).toEqual({ ...users.initial, partner_id: 7 })
})
