import { QueryObserver } from '@tanstack/react-query'
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

test('invalidates the list, its lookups and its parents, and nothing else', async () => {
  const cached = [
    'countries',
    'countries/5/country-regions',
    'countries/6/country-regions',
    'regions',
    'options/regions',
    'search/regions',
    'languages',
  ]
  const resetCache = () => {
    queries.clear()
    for (const path of cached) queries.setQueryData([path, 'list', {}], {})
  }
  resetCache()
  await reload('countries/5/country-regions')
  expect(stale()).toEqual(['countries', 'countries/5/country-regions'])
  resetCache()
  await reload('regions')
  expect(stale()).toEqual(['options/regions', 'regions', 'search/regions'])
})

test('invalidates the open page of a deleted record without requesting it again', async () => {
  queries.clear()
  const requested: string[] = []
  for (const id of ['7', '8']) {
    const page = new QueryObserver(queries, {
      queryKey: ['regions', 'page', id],
      queryFn: () => requested.push(id),
      initialData: 0,
      staleTime: 60_000,
    })
    page.subscribe(() => {})
  }
  await reload('regions', 7)
  expect(requested).toEqual(['8'])
  expect(queries.getQueryState(['regions', 'page', '7'])?.isInvalidated).toBe(true)
})
