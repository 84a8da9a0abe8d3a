import { readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../testing'
import { TextField } from './fields'
import { useForm } from './form'
import { SlugField, slugOf } from './slug-field'

const slugs = JSON.parse(readFileSync('../internal/kit/resource/testdata/slugs.json', 'utf8')) as Record<string, string>

test.each(Object.entries(slugs))('derives a slug like the server: %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('derives nothing from a name without letters and digits', () => {
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

test('follows the name again after the slug was cleared', async () => {
  await show(<Fields />)
  const user = userEvent.setup()
  await user.type(field('Slug'), 'own')
  await user.type(field('Name'), 'North')
  expect(field('Slug').value).toBe('own')
  await user.clear(field('Slug'))
  await user.type(field('Name'), ' Star')
  expect(field('Slug').value).toBe('north-star')
})

test('never changes a saved slug, even after it was cleared', async () => {
  await show(<Fields name="North" slug="north" />)
  const user = userEvent.setup()
  await user.clear(field('Slug'))
  await user.type(field('Name'), ' Star')
  expect(field('Slug').value).toBe('')
  expect(screen.getByText(/only change it if not yet used/)).toBeTruthy()
})
