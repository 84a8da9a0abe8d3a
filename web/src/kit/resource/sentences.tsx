import { type ListPath, type RowOf, reload } from '../api/lists'
import { confirm } from '../dialog/confirm'
import { notify } from '../dialog/notices'
import { Rich } from '../format/rich'
import { remove } from './calls'
import type { Resource } from './define'

/** Told are the parts of a resource that notices and confirmations need. */
type Told<P extends ListPath> = Pick<Resource<P>, 'path' | 'one' | 'name' | 'says' | 'done' | 'asks' | 'warns' | 'counted'>

type Done = 'created' | 'updated' | 'deleted'

const asks = 'Are you sure you want to delete **{name}**?'

/** tell shows the notice after a change. */
export function tell<P extends ListPath>(resource: Told<P>, done: Done, name: string) {
  const text = resource.says ?? `${resource.one} **{name}** successfully {done}`
  notify.done(<Rich text={text} values={{ name, done: resource.done?.[done] ?? done }} />)
}

/** askToDelete deletes a record after a confirmation, and resolves to whether it did. */
export function askToDelete<P extends ListPath>(resource: Told<P>, row: RowOf<P>): Promise<boolean> {
  const name = resource.name(row)
  const warning = resource.warns?.(row)
  return confirm({
    title: `Delete ${resource.one.toLowerCase()}`,
    text: (
      <>
        <div>
          <Rich text={resource.asks ?? asks} values={{ name }} />
        </div>
        {warning && <p>{warning}</p>}
      </>
    ),
    action: 'Delete',
    danger: true,
    async run() {
      await remove(resource.path, (row as { id: number }).id)
      void reload('trash')
      if (resource.counted) void reload(resource.counted)
      tell(resource, 'deleted', name)
    },
  })
}
