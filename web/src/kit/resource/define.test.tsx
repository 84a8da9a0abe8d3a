import { expect, test } from 'vitest'
import { defineResource } from './define'

const plain = {
  one: 'Publisher',
  many: 'Publishers',
  name: (row: { name: string }) => row.name,
  sort: 'name',
  columns: [{ field: 'name', label: 'Name' }],
  form: [{ field: 'name', label: 'Name', as: 'text', required: true }],
  initial: { name: '' },
} as const

// Each @ts-expect-error line must not compile.
test('checks a declared entity against the types of the API', () => {
  expect(defineResource('publishers', plain).path).toBe('publishers')
  // @ts-expect-error no such path
  defineResource('publisher', plain)
  // @ts-expect-error no such field in the response
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
