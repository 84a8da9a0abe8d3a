import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, queries } from '../../kit/api/client'
import type { Import, ImportSettings } from '../../kit/api/schema.gen'

const keyOf = (id: string) => ['imports', id]
const pollInterval = 1000

export const isWorking = ({ state }: Pick<Import, 'state'>) => state === 'checking' || state === 'importing'

/** useImport loads an import, again and again while a job works on it. */
export const useImport = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: async () => bodyOf(await api.GET('/api/admin/imports/{id}', { params: { path: { id } } })).item,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollInterval : false),
    refetchOnWindowFocus: false, // would discard what the user is changing
  })

const pathOf = ({ id }: Import) => ({ params: { path: { id: String(id) } } })

const keep = (item: Import) => queries.setQueryData(keyOf(String(item.id)), item)

export async function changeSettings(item: Import, body: ImportSettings) {
  keep(bodyOf(await api.PUT('/api/admin/imports/{id}', { ...pathOf(item), body })).item)
}

export async function checkFile(item: Import) {
  keep(bodyOf(await api.POST('/api/admin/imports/{id}/check', pathOf(item))).item)
}

export async function startImport(item: Import, rows: 'all' | 'valid') {
  keep(bodyOf(await api.POST('/api/admin/imports/{id}/start', { ...pathOf(item), body: { rows } })).item)
}

export const discardImport = (item: Import) => api.DELETE('/api/admin/imports/{id}', pathOf(item))
