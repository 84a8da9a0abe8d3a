import { type ListPath, type RowOf, reload } from '../api/lists'
import { confirm } from '../dialog/confirm'
import { type NoticeAction, notify } from '../dialog/notices'
import { Rich } from '../format/rich'
import { usesOf } from '../uses/uses'
import { remove } from './calls'
import type { Resource } from './define'
import { deleteConsequence, undoOf } from './trash-kinds'

/** ResourceTexts are the parts of a resource that notices and confirmations need. */
type ResourceTexts<P extends ListPath> = Pick<
  Resource<P>,
  'path' | 'one' | 'name' | 'notice' | 'done' | 'deleteQuestion' | 'deleteWarning' | 'alsoReload'
>

type Change = 'created' | 'updated' | 'deleted'

const defaultDeleteQuestion = 'Are you sure you want to delete **{name}**?'

/** notifyDone shows the notice after a change. */
export function notifyDone<P extends ListPath>(resource: ResourceTexts<P>, done: Change, name: string, action?: NoticeAction) {
  const text = resource.notice ?? `${resource.one} **{name}** successfully {done}`
  notify.done(<Rich text={text} values={{ name, done: resource.done?.[done] ?? done }} />, action)
}

/** askToDelete deletes a record after a confirmation, and resolves to whether it did. */
export function askToDelete<P extends ListPath>(resource: ResourceTexts<P>, row: RowOf<P>): Promise<boolean> {
  const name = resource.name(row)
  const { id } = row as { id: number }
  const warning = resource.deleteWarning?.(row)
  return confirm({
    title: `Delete ${resource.one.toLowerCase()}`,
    text: (
      <>
        <div>
          <Rich text={resource.deleteQuestion ?? defaultDeleteQuestion} values={{ name }} />
        </div>
        {warning && <p>{warning}</p>}
        {!warning?.includes('permanently') && <p className="dimmed">{deleteConsequence(resource.path)}</p>}
      </>
    ),
    action: 'Delete',
    danger: true,
    uses: () => usesOf(resource.path, id),
    async run() {
      await remove(resource.path, id)
      reloadOthers(resource)
      const undo = undoOf(resource.path, id, () => {
        void reload(resource.path)
        reloadOthers(resource)
      })
      notifyDone(resource, 'deleted', name, undo)
    },
  })
}

function reloadOthers({ alsoReload }: { alsoReload?: string }) {
  void reload('trash')
  if (alsoReload) void reload(alsoReload)
}
