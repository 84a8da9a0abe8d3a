import { IconAddressBook, IconCopy, IconExternalLink, IconEye, IconMail } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import type { Collection } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { pageProblem } from '../../kit/page/page-problem'
import { ResourcePage } from '../../kit/resource/resource-page'
import { prefetch } from '../../kit/resource/view'
import type { Action } from '../../kit/table/types'
import { paths } from '../../paths'
import { liveUrl } from './collection-actions'
import { collections } from './list-definition'
import { inspiresActions } from './list-inspires'

const CollectionDialog = lazyComponent(() => import('./collection-dialogs').then((file) => file.CollectionDialog))
const DuplicateDialog = lazyComponent(() => import('./collection-dialogs').then((file) => file.DuplicateDialog))

type Open = { row: Collection | undefined; onClose: () => void }
const form = ({ row, onClose }: Open) => <CollectionDialog collection={row} onClose={() => onClose()} />

/** CollectionsPage lists the collections of all partners and users, newest first. */
export function CollectionsPage() {
  const navigate = useNavigate()
  const [original, setOriginal] = useState<Collection | null>(null)
  const actions = useMemo<Action<Collection>[]>(
    () => [
      { label: 'View', icon: IconEye, run: ({ id }) => void navigate({ to: paths.collection(id) }) },
      { label: 'Duplicate', icon: IconCopy, run: setOriginal },
      { label: 'View live with contact bar', icon: IconAddressBook, href: (row) => liveUrl(row, true), disabledReason: pageProblem },
      { label: 'View live without contact bar', icon: IconExternalLink, href: (row) => liveUrl(row, false), disabledReason: pageProblem },
      { label: 'View invite', icon: IconMail, href: (row) => row.invite_url, disabledReason: pageProblem },
    ],
    [navigate],
  )
  function close(copy?: Collection) {
    setOriginal(null)
    if (copy) void navigate({ to: paths.collection(copy.id) })
  }
  return (
    <>
      <ResourcePage resource={collections} actions={actions} bulk={inspiresActions} form={form} />
      <Suspense>{original && <DuplicateDialog collection={original} onClose={close} />}</Suspense>
    </>
  )
}
CollectionsPage.prefetch = prefetch(collections)
