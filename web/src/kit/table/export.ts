import { api, bodyOf, queries } from '../api/client'
import type { Params } from '../api/lists'
import type { Export } from '../api/schema.gen'
import { failureMessage, follow } from '../dialog/job'
import { notify } from '../dialog/notices'
import { pluralise } from '../format/numbers'

/** exportsKey is the query key of the user's exports. */
export const exportsKey = ['exports']

/** download saves the file at a URL. */
export function download(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** loadExport loads an export with a new download URL. */
export const loadExport = async (id: number) => bodyOf(await api.GET('/api/admin/exports/{id}', { params: { path: { id: String(id) } } })).item

/** downloadAgain downloads the file of an export again. */
export async function downloadAgain(id: number) {
  try {
    const { url } = await loadExport(id)
    if (url) download(url)
    else notify.failed('The file has been deleted. Please export the table again.')
  } catch (error) {
    notify.failed(failureMessage(error))
  }
}

/** startExport starts an export of all pages of a list with these parameters. */
export async function startExport(path: string, params: Params): Promise<Export> {
  const query = Object.fromEntries(Object.entries(params).filter(([name]) => !['page', 'per_page', 'counts'].includes(name)))
  const { item } = bodyOf(await api.POST('/api/admin/exports', { body: { path, query } }))
  void queries.invalidateQueries({ queryKey: exportsKey })
  return item
}

/** exportTable exports a table, shows the progress, and downloads the file. */
export async function exportTable(path: string, params: Params, label: string) {
  try {
    const { id } = await startExport(path, params)
    const name = label.toLowerCase()
    const done = await follow(() => loadExport(id), `Exporting ${name}…`, `The ${name} could not be exported.`)
    download(done.url)
    notify.done(`${label} exported: ${pluralise(done.done, 'row')}.`, { label: 'Download again', run: () => void downloadAgain(id) })
  } catch (error) {
    notify.failed(failureMessage(error))
  } finally {
    void queries.invalidateQueries({ queryKey: exportsKey })
  }
}
