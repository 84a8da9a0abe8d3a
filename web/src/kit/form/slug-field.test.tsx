import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../testing'
import { TextField } from './fields'
import { useForm } from './form'
import { SlugField, slugOf } from './slug-field'

test('a slug is made of a name as the server makes it', () => {
  expect(slugOf('  Lantern  Travel\tGroup ')).toBe('lantern-travel-group')
  expect(slugOf('A/B  Travel?')).toBe('a-b-travel')
  expect(slugOf('100% Öko')).toBe('100-öko')
  expect(slugOf('???')).toBe('')
})

function Fields({ name = '', slug = '' }) {
  const form = useForm<{ name: string; slug: string }, void>({ initial: { name, slug }, save: async () => {} })
  return (
    <>
      <TextField field={form.field('name')} label="Name" />
      <SlugField field={form.field('slug')} from={form.field('name')} label="Slug" />
    </>
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('a slug that is emptied follows the name again', async () => {
  await show(<Fields />)
  const user = userEvent.setup()
  await user.type(field('Slug'), 'own')
  await user.type(field('Name'), 'North')
  expect(field('Slug').value).toBe('own')
  await user.clear(field('Slug'))
  await user.type(field('Name'), ' Star')
  expect(field('Slug').value).toBe('north-star')
})

test('a saved slug follows nothing, not even when it is emptied', async () => {
  await show(<Fields name="North" slug="north" />)
  const user = userEvent.setup()
  await user.clear(field('Slug'))
  await user.type(field('Name'), ' Star')
  expect(field('Slug').value).toBe('')
  expect(screen.getByText(/only change it if not yet used/)).toBeTruthy()
})
