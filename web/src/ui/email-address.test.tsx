import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmailAddress } from './email-address'

test('lets an address break after the @', () => {
  const { container } = render(<EmailAddress>"a@b"@harbour.example</EmailAddress>)
  expect(container.innerHTML).toBe('<span>"a@b"@<wbr>harbour.example</span>')
})
