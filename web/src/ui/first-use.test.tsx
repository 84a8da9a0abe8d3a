import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ChangeEvent, type ComponentType, type Ref, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { loadedLater, useFirstUse } from './first-use'

type Props = { ref?: Ref<HTMLInputElement>; value: string; onChange: (value: string) => void; onClick: () => void; onBlur: () => void }

/** The component that is loaded. */
function Real({ ref, value, onChange, onClick, onBlur }: Props) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value)
  return <input ref={ref} aria-label="real" value={value} onClick={onClick} onBlur={onBlur} onChange={handleChange} />
}

type Calls = {
  source: ReturnType<typeof loadedLater<Props>>
  click: () => void
  blur: () => void
  /** Takes the text of a field that is left. */
  enter?: (text: string) => void
  paste: (text: string) => void
  backspace: () => void
}

function Picker({ calls, initial }: { calls: Calls; initial: string }) {
  const [value, setValue] = useState(initial)
  const { Loaded, field, firstUse } = useFirstUse(calls.source, {
    onEnter: calls.enter,
    onPaste: calls.paste,
    onBackspace: calls.backspace,
  })
  if (Loaded) return <Loaded ref={field as Ref<HTMLInputElement>} value={value} onChange={setValue} onClick={calls.click} onBlur={calls.blur} />
  return <input aria-label="stand-in" defaultValue={initial} {...firstUse} ref={firstUse.ref as Ref<HTMLInputElement>} />
}

/** setUp renders a form with a field whose component is loaded when arrive is called. A field may keep its text when it is left. */
function setUp(initial = '', { keepsText = false } = {}) {
  let arrive = async () => {}
  const loading = new Promise<ComponentType<Props>>((resolve) => {
    arrive = () => act(async () => resolve(Real))
  })
  const load = vi.fn(() => loading)
  const calls = {
    load,
    source: loadedLater(load),
    click: vi.fn(),
    blur: vi.fn(),
    submit: vi.fn(),
    enter: vi.fn(),
    paste: vi.fn(),
    backspace: vi.fn(),
  }
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        calls.submit()
      }}
    >
      <Picker calls={keepsText ? { ...calls, enter: undefined } : calls} initial={initial} />
      <input aria-label="next" />
      <button type="submit">Save</button>
    </form>,
  )
  return { ...calls, arrive, user: userEvent.setup() }
}

test('loads nothing before the field is used', () => {
  expect(setUp().load).not.toHaveBeenCalled()
})

test('hands over the focus and the click', async () => {
  const { user, arrive, click } = setUp()
  await user.click(screen.getByLabelText('stand-in'))
  await arrive()
  expect(document.activeElement).toBe(screen.getByLabelText('real'))
  expect(click).toHaveBeenCalledOnce()
})

test('hands over the focus without a click when the field was reached by keyboard', async () => {
  const { user, arrive, click } = setUp()
  await user.tab()
  await arrive()
  expect(document.activeElement).toBe(screen.getByLabelText('real'))
  expect(click).not.toHaveBeenCalled()
})

test('opens the list when an arrow key was pressed', async () => {
  const { user, arrive, click } = setUp()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  await arrive()
  expect(click).toHaveBeenCalledOnce()
})

test('hands over the text that was typed', async () => {
  const { user, arrive } = setUp()
  await user.type(screen.getByLabelText('stand-in'), 'Lis')
  await arrive()
  await user.keyboard('bon')
  expect(screen.getByLabelText<HTMLInputElement>('real').value).toBe('Lisbon')
})

test('Enter takes the text and does not submit the form, and Backspace acts in an empty field only', async () => {
  const { user, arrive, enter, submit, backspace } = setUp()
  await user.type(screen.getByLabelText('stand-in'), 'a{Backspace}b{Enter}{Backspace}')
  expect(enter.mock.calls).toEqual([['b']])
  expect(backspace).toHaveBeenCalledOnce()
  expect(submit).not.toHaveBeenCalled()
  await arrive()
  expect(screen.getByLabelText<HTMLInputElement>('real').value).toBe('')
})

test('leaves the focus where it is when the person has moved on', async () => {
  const { user, arrive } = setUp()
  await user.tab()
  await user.tab()
  await arrive()
  expect(document.activeElement).toBe(screen.getByLabelText('next'))
})

test('hands over the text of a field that was left before the component had loaded, without the focus', async () => {
  const { user, arrive, blur } = setUp('', { keepsText: true })
  await user.type(screen.getByLabelText('stand-in'), 'Lisbon')
  await user.tab()
  await arrive()
  expect(screen.getByLabelText<HTMLInputElement>('real').value).toBe('Lisbon')
  expect(blur).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(screen.getByLabelText('next'))
})

test('keeps the selection, so that typing replaces it', async () => {
  const { user, arrive } = setUp('Porto')
  await user.tab()
  screen.getByLabelText<HTMLInputElement>('stand-in').select()
  await arrive()
  await user.keyboard('Lisbon')
  expect(screen.getByLabelText<HTMLInputElement>('real').value).toBe('Lisbon')
})

test('pasted text goes to its own handler, and is not handed over', async () => {
  const { user, arrive, enter, paste } = setUp()
  await user.type(screen.getByLabelText('stand-in'), 'a')
  await user.paste(', b')
  expect(paste.mock.calls).toEqual([['a, b']])
  await arrive()
  expect(enter).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('real').value).toBe('')
})

test('text in a field that is left before its component has loaded is taken as with Enter', async () => {
  const { user, arrive, enter } = setUp()
  await user.type(screen.getByLabelText('stand-in'), 'Lisbon')
  await user.tab()
  expect(enter.mock.calls).toEqual([['Lisbon']])
  await arrive()
  expect(screen.getByLabelText<HTMLInputElement>('stand-in').value).toBe('')
})

test('text that is handed over is not also taken', async () => {
  const { user, arrive, enter } = setUp()
  await user.type(screen.getByLabelText('stand-in'), 'Lis')
  await arrive()
  await user.tab()
  expect(enter).not.toHaveBeenCalled()
})
