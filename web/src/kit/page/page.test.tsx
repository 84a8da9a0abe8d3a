import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing'
import { ApiKeys } from './api-keys'
import { editTitle } from './sections'

test('who has no API keys yet is said to have none, and nothing is offered to copy', async () => {
  await show(<ApiKeys of="partners" record={{ id: 5, api_key: null, api_secret: '' }} more={[['Last API activity', 'Never']]} />)
  expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['No API keys yet', 'Never'])
  expect(screen.queryByRole('button')).toBeNull()
})

test('the form of a card is called after it, and abbreviations stay what they are', () => {
  expect(['Travel Advisor', 'Partner', 'AI'].map(editTitle)).toEqual(['Edit travel advisor', 'Edit partner', 'Edit AI'])
})
