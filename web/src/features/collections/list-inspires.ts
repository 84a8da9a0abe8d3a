import { IconStar, IconStarOff, IconWorld, IconWorldOff } from '@tabler/icons-react'
import { api, bodyOf } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import { followed, whyNot } from '../../kit/dialog/job'
import { notify } from '../../kit/dialog/notices'
import type { BulkAction, Selected } from '../../kit/table/types'

type Act = 'publish-on-inspires' | 'unpublish-on-inspires' | 'feature-on-inspires' | 'remove-featured-on-inspires'

const act = (label: string, icon: BulkAction['icon'], path: Act, done: string): BulkAction => ({
  label,
  icon,
  all: true,
  run: (selected) => turn(path, selected, `Collections successfully ${done}`),
})

/** onInspires are the four bulk actions for Inspires. */
export const onInspires: BulkAction[] = [
  act('Publish on Inspires', IconWorld, 'publish-on-inspires', 'marked public on inspires'),
  act('Unpublish from Inspires', IconWorldOff, 'unpublish-on-inspires', 'removed from public on inspires'),
  act('Feature on Inspires', IconStar, 'feature-on-inspires', 'marked featured on inspires'),
  act('Remove featured', IconStarOff, 'remove-featured-on-inspires', 'removed from featured on inspires'),
]

async function turn(path: Act, selected: Selected, says: string): Promise<boolean> {
  const body = 'ids' in selected ? { ids: selected.ids } : { filter: selected.filter }
  try {
    const { job } = bodyOf(await api.POST(`/api/admin/collections/${path}`, { body }))
    void told(says, job)
    return true
  } catch (error) {
    notify.failed(whyNot(error))
    return false
  }
}

/** told shows the notice, after the job has finished if there is one. */
async function told(says: string, job: number | undefined) {
  try {
    if (job !== undefined) await followed(job, 'Updating collections…', 'The collections could not be updated.')
    notify.done(says)
  } catch (error) {
    notify.failed(whyNot(error))
  }
  void reload('collections')
}
