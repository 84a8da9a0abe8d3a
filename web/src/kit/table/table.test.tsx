import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { show } from '../testing'
import { CardRow } from './card-row'
import { DataTable } from './data-table'
import { pageNumbers } from './pager'
import { paramsOf, readState, type TableSpec, useLocalTable, useTable, writeState } from './state'
import { Toolbar } from './toolbar'
import type { Column, Filter, Selected } from './types'

const spec: TableSpec = { sort: 'name', filters: ['partner_id'], tab: { name: 'type', initial: 'all' } }

describe('the state of a table', () => {
  test('has defaults for an empty URL', () => {
    expect(readState(spec, {}, 25)).toEqual({ page: 1, perPage: 25, sort: 'name', query: '', tab: 'all', filters: {} })
  })
  test('is restored from the URL', () => {
    const state = { page: 3, perPage: 50, sort: '-content_count', query: 'côte', tab: 'partner', filters: { partner_id: '7' } }
    const search = writeState(spec, { edit: '12' }, state, 25)
    expect(search).toEqual({ edit: '12', page: '3', per_page: '50', sort: '-content_count', query: 'côte', type: 'partner', partner_id: '7' })
    expect(readState(spec, search, 25)).toEqual(state)
  })
  test('leaves defaults out of the URL', () => {
    expect(writeState(spec, { page: '2', query: 'x', type: 'partner' }, readState(spec, {}, 25), 25)).toEqual({})
  })
  test('uses a prefix if a page has several tables, and keeps other parameters', () => {
    const own = { ...spec, prefix: 'redirects.' }
    const search = { page: '7', 'redirects.page': '2', 'redirects.type': 'partner', 'redirects.partner_id': '7' }
    const state = readState(own, search, 25)
    expect(state).toMatchObject({ page: 2, tab: 'partner', filters: { partner_id: '7' } })
    expect(paramsOf(own, state)).toMatchObject({ page: 2, type: 'partner', partner_id: '7' })
    expect(writeState(own, search, { ...state, page: 1, sort: '-name' }, 25)).toEqual({
      page: '7',
      'redirects.sort': '-name',
      'redirects.type': 'partner',
      'redirects.partner_id': '7',
    })
  })
  test('ignores invalid parameters', () => {
    expect(readState(spec, { page: '-4', per_page: '100000', colour: 'red' }, 25)).toMatchObject({ page: 1, perPage: 100, filters: {} })
    expect(readState(spec, { page: 'two', per_page: 'all' }, 10)).toMatchObject({ page: 1, perPage: 10 })
  })
})

test('shows pages around the current one, with gaps', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(5, 9)).toEqual([1, 0, 4, 5, 6, 0, 9])
  expect(pageNumbers(3, 9)).toEqual([1, 2, 3, 4, 0, 9])
  expect(pageNumbers(2000, 40000)).toEqual([1, 0, 1999, 2000, 2001, 0, 40000])
})

test('shows a picture on a card without the label of its column', async () => {
  const columns: Column<Thing>[] = [
    { key: 'icon', label: 'Icon', card: 'picture', cell: () => <img alt="" /> },
    { key: 'name', label: 'Name', card: 'title', cell: ({ name }) => name },
    { key: 'id', label: 'Order', cell: ({ id }) => id },
  ]
  await show(<CardRow row={{ id: 7, name: 'Quick look' }} columns={columns} selected={false} />)
  expect(screen.getByRole('listitem').textContent?.trim()).toBe('Quick lookOrder 7')
  expect(screen.getAllByRole('presentation')).toHaveLength(1)
})

type Thing = { id: number; name: string }
const things = [1, 2, 3].map((id) => ({ id, name: `Thing ${id}` }))

const names: Column<Thing>[] = [{ key: 'name', label: 'Name', cell: (row) => row.name }]

type ThingsProps = { total: number; onRun: (selected: Selected) => void; rows?: Thing[]; columns?: Column<Thing>[] }

function Things({ total, onRun, rows = things, columns = names }: ThingsProps) {
  const table = useTable(spec)
  const meta = { page: 1, per_page: 3, total, last_page: Math.ceil(total / 3), total_is_capped: false }
  const list = { data: { items: rows, meta }, isPending: false, isError: false, isFetching: false, isPlaceholderData: false }
  return (
    <DataTable<Thing>
      name="things"
      label="Things"
      table={table}
      list={list}
      columns={columns}
      bulk={[
        {
          label: 'Publish',
          all: true,
          run: async (selected) => {
            onRun(selected)
            return true
          },
        },
      ]}
      empty={{ title: 'No things yet' }}
    />
  )
}

test('always sends fixed parameters', () => {
  const part = { ...spec, fixed: { published: 'expired' } }
  const search = { published: 'draft', partner_id: '7' }
  expect(paramsOf(part, readState(part, search, 25))).toMatchObject({ published: 'expired', partner_id: '7' })
  expect(writeState(part, {}, readState(part, search, 25), 25)).not.toHaveProperty('published')
})

test('sends the default of a filter, unless another value is chosen', () => {
  const set = { filters: ['type'], initial: { type: 'mine' } }
  const sentType = (search: Record<string, string>) => paramsOf(set, readState(set, search, 25)).type
  expect([sentType({}), sentType({ type: 'all' }), sentType({ type: 'theirs' })]).toEqual(['mine', 'all', 'theirs'])
  const urlFor = (type: string) => writeState(set, {}, { ...readState(set, {}, 25), filters: { type } }, 25)
  expect([urlFor('mine'), urlFor('all'), urlFor('')]).toEqual([{}, { type: 'all' }, {}])
})

const filters: Filter[] = [
  { name: 'partner_id', label: 'Partner', as: 'text' },
  { name: 'colour', label: 'Colour', as: 'select', more: true, options: [{ value: 'red', label: 'Dark red' }] },
  { name: 'from', label: 'From', as: 'text', more: true },
]
const many = { filters: ['partner_id', 'colour', 'from'] }
function Bar() {
  const table = useTable(many)
  return <Toolbar table={table} label="Things" filters={filters} columns={{ all: [], shown: [], hidden: new Set(), toggle() {}, reset() {} }} />
}

describe('many filters', () => {
  test('are behind a button, and shown as chips while active', async () => {
    const { router } = await show(<Bar />, '/?colour=red&partner_id=7')
    const user = userEvent.setup()
    const chips = screen.getByRole('list', { name: 'Filters' })
    expect(chips.textContent).toBe('Colour: Dark red')
    expect(screen.getByRole('textbox', { name: 'Partner' })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'From' })).toBeNull()

    const more = screen.getByRole('button', { name: 'More filters' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    await user.click(more)
    expect(more.getAttribute('aria-expanded')).toBe('true')
    await user.type(await screen.findByRole('textbox', { name: 'From' }), 'Porto{Enter}')
    expect(router.state.location.search).toEqual({ colour: 'red', partner_id: '7', from: 'Porto' })
    expect(chips.textContent).toBe('Colour: Dark redFrom: Porto')

    await user.click(more)
    await user.click(screen.getByRole('button', { name: 'Clear Colour' }))
    expect(router.state.location.search).toEqual({ partner_id: '7', from: 'Porto' })
    expect(screen.getByRole('list', { name: 'Filters' }).textContent).toBe('From: Porto')
  })
})

const ten = { sort: '-created_at', perPage: 10 }
function LocalTable() {
  const table = useLocalTable(ten)
  const meta = { page: table.state.page, per_page: 10, total: 25, last_page: 3, total_is_capped: false }
  const list = { data: { items: things, meta }, isPending: false, isError: false, isFetching: false, isPlaceholderData: false }
  const columns = [{ key: 'name', label: 'Name', cell: (row: Thing) => row.name }]
  return (
    <>
      <DataTable<Thing> name="held" label="Held" table={table} list={list} columns={columns} search="Search" empty={{ title: 'None' }} inDialog />
      <code data-testid="params">{JSON.stringify(table.params)}</code>
    </>
  )
}

test('keeps the state of a table in a dialog out of the URL', async () => {
  const { router } = await show(<LocalTable />, '/?query=lisbon&page=7')
  const user = userEvent.setup()
  const params = () => JSON.parse(screen.getByTestId('params').textContent ?? '')
  expect(params()).toEqual({ page: 1, per_page: 10, sort: '-created_at' })
  expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(params()).toMatchObject({ page: 2 })
  await user.type(screen.getByRole('searchbox'), 'porto{Enter}')
  expect(params()).toEqual({ page: 1, per_page: 10, sort: '-created_at', query: 'porto' })
  expect(router.state.location.search).toEqual({ query: 'lisbon', page: '7' })
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(params()).toEqual({ page: 1, per_page: 10, sort: '-created_at' })
})

const grown = [{ id: 9, name: 'New' }, ...things.slice(0, 2)]
const shrunk = [{ id: 9, name: 'New' }, ...things.slice(1)]
function Changing() {
  const [shown, setShown] = useState({ rows: things, total: 4 })
  return (
    <>
      <button type="button" onClick={() => setShown({ rows: grown, total: 5 })}>
        Grow
      </button>
      <button type="button" onClick={() => setShown({ rows: shrunk, total: 4 })}>
        Shrink
      </button>
      <Things {...shown} onRun={() => {}} />
    </>
  )
}

describe('a selection', () => {
  test('passes the ids of selected rows, and is cleared after the action', async () => {
    const ran: Selected[] = []
    await show(<Things total={3} onRun={(selected) => ran.push(selected)} />)
    const user = userEvent.setup()
    const boxes = screen.getAllByRole('checkbox', { name: 'Select row' })
    await user.click(boxes[0] as HTMLElement)
    await user.click(boxes[2] as HTMLElement)
    expect(await screen.findByText('2 selected')).toBeTruthy()
    expect((screen.getByRole('checkbox', { name: 'Select this page' }) as HTMLInputElement).indeterminate).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    expect(ran).toEqual([{ ids: [1, 3], count: 2 }])
    expect(screen.queryByText(/selected/)).toBeNull()
  })
  test('renders no cell again when rows are selected', async () => {
    const cell = vi.fn(({ name }: Thing) => name)
    const columns: Column<Thing>[] = [{ key: 'name', label: 'Name', cell }]
    await show(<Things total={3} onRun={() => {}} columns={columns} />)
    const user = userEvent.setup()
    const rendered = cell.mock.calls.length
    await user.click(screen.getAllByRole('checkbox', { name: 'Select row' })[1] as HTMLElement)
    await user.click(screen.getByRole('checkbox', { name: 'Select this page' }))
    expect(await screen.findByText('3 selected')).toBeTruthy()
    expect(cell.mock.calls.length).toBe(rendered)
  })
  test('passes the filter for all matching rows', async () => {
    const ran: Selected[] = []
    await show(<Things total={344} onRun={(selected) => ran.push(selected)} />, '/?query=lisbon&partner_id=7&page=2')
    const user = userEvent.setup()
    await user.click(screen.getByRole('checkbox', { name: 'Select this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 344 matching rows' }))
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    expect(ran).toEqual([{ filter: { type: 'all', query: 'lisbon', partner_id: '7' }, count: 344 }])
  })
  test('offers all matching rows only if there are more', async () => {
    await show(<Things total={3} onRun={() => {}} />)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }))
    await screen.findByText('3 selected')
    expect(screen.queryByRole('button', { name: /matching rows/ })).toBeNull()
  })
  test('drops deleted rows, and keeps rows that moved to another page', async () => {
    await show(<Changing />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('checkbox', { name: 'Select this page' }))
    await user.click(screen.getByRole('button', { name: 'Grow' }))
    expect(await screen.findByText('3 selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Shrink' }))
    expect(await screen.findByText('2 selected')).toBeTruthy()
  })
})
