import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing'
import { ApiKeys } from './api-keys'
import { editTitle } from './sections'

test('shows that there are no API keys yet, without copy buttons', async () => {
  await show(
    <ApiKeys documentation="/docs" owner="partners" record={{ id: 5, api_key: null, api_secret: '' }} more={[['Last API activity', 'Never']]} />,
  )
  expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['No API keys yet', 'Never'])
  expect(screen.queryByRole('button')).toBeNull()
})

test('derives the title of a form from its card, and keeps abbreviations', () => {
  expect(['Travel Advisor', 'Partner', 'AI'].map(editTitle)).toEqual(['Edit travel advisor', 'Edit partner', 'Edit AI'])
})
