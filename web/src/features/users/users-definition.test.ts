import { expect, test } from 'vitest'
import { specOf } from '../../kit/resource/view'
import { paramsOf, readState } from '../../kit/table/state'
import { users, usersOf } from './users-definition'

test('the users of a partner are no others, whatever the address says, and new ones are theirs', () => {
  const theirs = usersOf({ id: 7, name: 'Compass' })
  const spec = specOf(theirs)
  expect(paramsOf(spec, readState(spec, { partner_id: '8', type: 'advisors', country_id: '3' }, 25))).toEqual({
    page: 1,
    per_page: 25,
    sort: '-created_at',
    country_id: '3',
    partner_id: '7',
  })
  expect(theirs.initial).toEqual({ ...users.initial, partner_id: 7 })
})
