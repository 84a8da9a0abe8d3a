import { expect, test } from 'vitest'
import { queries } from './client'
import { reload } from './lists'

const stale = () =>
  queries
    .getQueryCache()
    .findAll()
    .filter((query) => query.state.isInvalidated)
    .map((query) => query.queryKey[0])
    .sort()

test('a change is seen in the list, in the lookups of the same records and in the records above it, and nowhere else', async () => {
  const shown = [
    'countries',
    'countries/5/country-regions',
    'countries/6/country-regions',
    'regions',
    'options/regions',
    'search/regions',
    'languages',
  ]
  const forget = () => {
    queries.clear()
    for (const path of shown) queries.setQueryData([path, 'list', {}], {})
  }
  forget()
  await reload('countries/5/country-regions')
  expect(stale()).toEqual(['countries', 'countries/5/country-regions'])
  forget()
  await reload('regions')
  expect(stale()).toEqual(['options/regions', 'regions', 'search/regions'])
})
