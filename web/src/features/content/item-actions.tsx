import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { reload } from '../../kit/api/lists'
import type { ItemRow } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { notify } from '../../kit/dialog/notices'
import { Rich } from '../../kit/format/rich'
import { deleteConsequence, undoOf } from '../../kit/resource/trash-kinds'
import { usesOf } from '../../kit/uses/uses'

type Item = Pick<ItemRow, 'id' | 'title' | 'block_type'>

const withId = ({ id }: Item) => ({ params: { path: { id: String(id) } } })

/** duplicate creates a copy, and resolves to it, or to null on failure. */
export async function duplicate(item: Item): Promise<Pick<Item, 'id' | 'block_type'> | null> {
  try {
    const { id } = bodyOf(await api.POST('/api/admin/content/{id}/duplicate', withId(item)))
    notify.done('Duplicated!')
    void reload('content')
    return { id, block_type: item.block_type }
  } catch (error) {
    notify.failed(messageOf(error))
    return null
  }
}

const texts = {
  content: { one: 'content', question: 'Are you sure you want to delete **{name}**?', notice: '**{name}** successfully deleted' },
  image: { one: 'image', question: 'Are you sure you want to delete this image?', notice: 'Image successfully deleted.' },
}

/** askToRemove moves an item to the trash after a confirmation, and resolves to whether it did. */
export function askToRemove(item: Item): Promise<boolean> {
  const { one, question, notice } = texts[item.block_type]
  const values = { name: item.title }
  const path = item.block_type === 'image' ? 'images' : 'content'
  return confirm({
    title: `Delete ${one}`,
    text: (
      <>
        <div>
          <Rich text={question} values={values} />
        </div>
        <p className="dimmed">{deleteConsequence('content')}</p>
      </>
    ),
    action: 'Delete',
    danger: true,
    uses: () => usesOf(path, item.id),
    async run() {
      if (item.block_type === 'image') await api.DELETE('/api/admin/images/{id}', withId(item))
      else await api.DELETE('/api/admin/content/{id}', withId(item))
      const undo = undoOf(path, item.id, () => void Promise.all([reload('content'), reload('images'), reload('update-content')]))
      notify.done(<Rich text={notice} values={values} />, undo)
      void reload('content')
      void reload('trash')
    },
  })
}
