import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/error'
import { show } from '../testing'
import { TextField } from './fields'
import { Form, groupByField, useForm } from './form'
import { FormDialog } from './form-dialog'
import { shortenPath } from './pickers'
import { TagsField } from './tags-field'
import { validateFile } from './upload'

type Values = { name: string; code: string[] }
const empty: Values = { name: '', code: [] }

describe('a form', () => {
  test('tracks changed fields, and forgets those changed back', () => {
    const form = new Form<Values>({ initial: { name: 'Harbour', code: ['A'] }, save: async () => {} })
    form.set('name', 'Harbour Press')
    form.set('code', ['A'])
    expect(form.changed).toEqual({ name: 'Harbour Press' })
    form.set('name', 'Harbour')
    expect(form.dirty).toBe(false)
  })
  test('adopts changes from the server, and keeps unsaved input', () => {
    const form = new Form<Values>({ initial: { name: 'Harbour', code: [] }, version: 1, save: async () => {} })
    form.set('name', 'Harbour Press')
    form.adopt({ code: ['A'] }, 2)
    expect(form.state.values).toEqual({ name: 'Harbour Press', code: ['A'] })
    expect(form.changed).toEqual({ name: 'Harbour Press' })
    expect(form.version).toBe(2)
  })
  test('is sent once, however often it is submitted', async () => {
    let sent = 0
    const form = new Form<Values>({ initial: empty, save: () => new Promise<void>((resolve) => setTimeout(resolve, 5, ++sent)) })
    form.set('name', 'x')
    await Promise.all([form.submit(), form.submit(), form.submit()])
    expect(sent).toBe(1)
  })
  test('waits for a pending upload, and is not sent if it fails', async () => {
    const sent: Values[] = []
    const form = new Form<Values>({ initial: empty, save: async (values) => void sent.push(values) })
    const upload = async () => {
      await Promise.resolve()
      form.set('name', 'came')
      return true
    }
    form.waitFor(upload())
    expect(await form.submit()).toBe(true)
    expect(sent).toEqual([{ name: 'came', code: [] }])
    form.waitFor(Promise.resolve(false))
    expect(await form.submit()).toBe(false)
    expect(form.state.busy).toBe(false)
    expect(await form.submit()).toBe(true) // a failed upload is not awaited again
    expect(sent).toHaveLength(2)
  })
  test('reports errors of hidden fields in the banner', async () => {
    const form = new Form<Values>({
      initial: empty,
      save: () => Promise.reject(new ApiError(422, { errors: { partner_id: ['Choose a partner.'] } })),
    })
    await form.submit()
    expect(form.state.banner).toEqual(['Choose a partner.'])
  })
  test('reports unexpected errors without internal details', async () => {
    const form = new Form<Values>({ initial: empty, save: () => Promise.reject(new TypeError('x is undefined')) })
    await form.submit()
    expect(form.state.banner).toEqual(['Something went wrong.'])
  })
  test('saves the chosen values with the current version after a conflict', async () => {
    const sent: unknown[] = []
    const form = new Form<Values>({
      initial: { name: 'Old', code: [] },
      version: 1,
      save: async (_, changed, version) => {
        sent.push([changed, version])
        if (version === 1) throw new ApiError(409, { message: 'Changed by someone else.', item: { name: 'Theirs', code: ['T'], version: 2 } })
      },
    })
    form.set('name', 'Mine')
    expect(await form.submit()).toBe(false)
    expect(form.state.theirs).toMatchObject({ name: 'Theirs' })
    expect(await form.resolve({ name: 'Mine', code: ['T'] })).toBe(true)
    expect(sent).toEqual([
      [{ name: 'Mine' }, 1],
      [{ name: 'Mine' }, 2],
    ])
  })
})

test('saves again without asking if someone else has changed other fields only', async () => {
  const sent: unknown[] = []
  const form = new Form<Values>({
    initial: { name: 'Old', code: [] },
    version: 1,
    save: async (_, changed, version) => {
      sent.push([changed, version])
      if (version !== 3) throw new ApiError(409, { item: { name: 'Old', code: [], other: 'Theirs', version: (version ?? 0) + 1 } })
    },
  })
  form.set('name', 'Mine')
  expect(await form.submit()).toBe(true)
  expect(form.state.theirs).toBeNull()
  expect(sent).toEqual([1, 2, 3].map((version) => [{ name: 'Mine' }, version]))
})

test('assigns errors of list entries to the list field', () => {
  expect(groupByField({ 'code.0': ['a'], 'code.3': ['b', 'a'], name: ['c'] })).toEqual({ code: ['a', 'b'], name: ['c'] })
  const values = { code: ['GOOD', 'bad one'] }
  expect(groupByField({ 'code.1': ['Must be a code.', '“bad one” is not a code.'] }, values)).toEqual({
    code: ['“bad one”: Must be a code.', '“bad one” is not a code.'],
  })
})

test('is not saved while the input of a field can’t be used, and removes the banner with the last red field', async () => {
  let saved = 0
  const form = new Form<Values>({ initial: empty, save: async () => void saved++ })
  const [name, code] = [form.field('name'), form.field('code')]
  for (const field of [name, code]) field.register(field.name)
  name.setProblem('Is no name.')
  code.setProblem('Is no code.')
  expect(await form.submit()).toBe(false)
  expect(form.state.errors).toEqual({ name: ['Is no name.'], code: ['Is no code.'] })
  expect(form.state.banner).toEqual(['Please check the fields highlighted in red.'])
  name.set('Harbour')
  expect(form.state.banner).toHaveLength(1)
  code.setProblem(null)
  expect(form.state).toMatchObject({ errors: {}, banner: [] })
  expect(await form.submit()).toBe(true)
  expect(saved).toBe(1)
})

test('shortens a long path to its end', () => {
  expect(shortenPath('Europe > United Kingdom > Scotland > Edinburgh')).toBe('… > Scotland > Edinburgh')
  expect(shortenPath('Asia > Vietnam > Hội An')).toBe('Asia > Vietnam > Hội An')
  expect(shortenPath('A name that is long, but leads from nowhere to nowhere')).toBe('A name that is long, but leads from nowhere to nowhere')
})

test('validates a file before the upload', () => {
  const file = (type: string, size: number) => Object.defineProperty(new File([], 'x', { type }), 'size', { value: size })
  expect(validateFile(file('image/png', 10 * 1024 * 1024))).toBeNull()
  expect(validateFile(file('image/png', 10 * 1024 * 1024 + 1))).toBe('Must be at most 10 MB.')
  expect(validateFile(file('image/svg+xml', 10))).toBe('Must be a JPEG, PNG, GIF or WebP image.')
})

function Dialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values, void>({
    initial: empty,
    save: async (values) => {
      if (!values.name)
        throw new ApiError(422, { message: 'Wrong.', errors: { name: ['The name field is required.'], 'code.1': ['“b” is too short.'] } })
    },
    saved: onClose,
  })
  return (
    <FormDialog title="New thing" form={form} submit="Create thing" onClose={onClose}>
      <TextField field={form.field('name')} label="Name" />
      <TagsField field={form.field('code')} label="Codes" />
    </FormDialog>
  )
}

describe('a form in a dialog', () => {
  test('shows errors under their fields with a banner, and focuses the first', async () => {
    await show(<Dialog onClose={() => {}} />)
    const user = userEvent.setup()
    await user.type(screen.getByRole('combobox', { name: 'Codes' }), 'a{Enter}b{Enter}')
    await user.click(screen.getByRole('button', { name: 'Create thing' }))
    const name = screen.getByRole('textbox', { name: 'Name' })
    expect(await screen.findByText('Please check the fields highlighted in red.')).toBeTruthy()
    expect(screen.getByText('“b” is too short.')).toBeTruthy()
    expect(name.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(name))
    await user.type(name, 'x')
    expect(screen.queryByText('The name field is required.')).toBeNull()
  })
  test('asks before discarding changes, and stays open on request', async () => {
    let closed = 0
    await show(<Dialog onClose={() => closed++} />)
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Harbour')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(closed).toBe(0)
    expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Harbour')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(closed).toBe(1))
  })
  test('closes without asking if nothing was changed', async () => {
    let closed = 0
    await show(<Dialog onClose={() => closed++} />)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(closed).toBe(1))
  })
})
