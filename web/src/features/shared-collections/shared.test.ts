import { expect, test } from 'vitest'
import { calledBy } from './shared'

test('shows a user without a name by their e-mail in lower case', () => {
  expect(calledBy({ full_name: 'Lars Dubois', email: 'Lars@Example.com' })).toBe('Lars Dubois')
  expect(calledBy({ full_name: '', email: 'Lars@Example.com' })).toBe('lars@example.com')
})
