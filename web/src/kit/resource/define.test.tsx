import { expect, test } from 'vitest'
import { defineResource } from './define'

const plain = {
  one: 'Publisher',
  many: 'Publishers',
  name: (row: { name: string }) => row.name,
  sort: 'name',
  columns: [{ field: 'name', label: 'Name' }],
  form: [{ field: 'name', label: 'Name', as: 'text' }],
  initial: { name: '' },
} as const

// Each line that must not compile is marked; the compiler fails when one of them does.
test('a declared entity is checked against the API’s own description', () => {
  expect(defineResource('publishers', plain).path).toBe('publishers')
  // @ts-expect-error no such address
  defineResource('publisher', plain)
  // @ts-expect-error no such field to show
  defineResource('publishers', { ...plain, columns: [{ field: 'title', label: 'Title' }] })
  // @ts-expect-error not a field the list can be sorted by
  defineResource('publishers', { ...plain, sort: 'updated_at' })
  // @ts-expect-error not a field that can be written
  defineResource('publishers', { ...plain, form: [{ field: 'content_count', label: 'Content', as: 'number' }] })
  // @ts-expect-error a text is not a switch
  defineResource('publishers', { ...plain, form: [{ field: 'name', label: 'Name', as: 'switch' }] })
  // @ts-expect-error a new record needs its required fields
  defineResource('publishers', { ...plain, initial: {} })
  // @ts-expect-error no such filter
  defineResource('publishers', { ...plain, filters: [{ name: 'partner_id', label: 'Partner', as: 'text' }] })
})
