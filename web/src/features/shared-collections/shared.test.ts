import { expect, test } from 'vitest'
import { displayName } from './shared'

test('shows a user without a name by their e-mail in lower case', () => {
  expect(displayName({ full_name: 'Lars Dubois', email: 'Lars@Example.com' })).toBe('Lars Dubois')
  expect(displayName({ full_name: '', email: 'Lars@Example.com' })).toBe('lars@example.com')
})
