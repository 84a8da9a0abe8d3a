import { expect, test } from 'vitest'
import { displayName, personalPageProblem } from './shared'

test('shows a user without a name by their e-mail in lower case', () => {
  expect(displayName({ full_name: 'Lars Dubois', email: 'Lars@Example.com' })).toBe('Lars Dubois')
  expect(displayName({ full_name: '', email: 'Lars@Example.com' })).toBe('lars@example.com')
})

test('says why a personalised page does not exist', () => {
  const user = { id: 1, full_name: '', email: '', deactivated_at: null }
  const collection = { id: 1, name: '', partner: null, public: true, expired: false, inspires_publish_at: '2026-03-05T00:00:00Z', expires_at: null }
  expect(personalPageProblem({ user, collection })).toBeUndefined()
  expect(personalPageProblem({ user, collection: { ...collection, public: false } })).toBe('The page will be public on 5 Mar 2026.')
  expect(personalPageProblem({ user, collection: { ...collection, public: false, inspires_publish_at: null } })).toMatch('not public')
  expect(personalPageProblem({ user: { ...user, deactivated_at: '2026-03-05T00:00:00Z' }, collection })).toMatch('deactivated')
})
