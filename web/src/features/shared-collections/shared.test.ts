import { expect, test } from 'vitest'
import { calledBy } from './shared'

test('a user who has given no name is called by the e-mail, in small letters', () => {
  expect(calledBy({ full_name: 'Lars Dubois', email: 'Lars@Example.com' })).toBe('Lars Dubois')
  expect(calledBy({ full_name: '', email: 'Lars@Example.com' })).toBe('lars@example.com')
})
