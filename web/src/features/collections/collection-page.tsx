import { Button } from '@mantine/core'
import { IconChevronDown, IconCopy, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { queries } from '../../kit/api/client'
import type { Collection } from '../../kit/api/schema.gen'
import { historyOf } from '../../kit/history/record'
import { lazyComponent } from '../../kit/lazy'
import { MenuButton } from '../../kit/menu/menu-button'
import { lastUrl } from '../../kit/page/last-url'
import { pageProblem } from '../../kit/page/page-problem'
import { Trail } from '../../kit/page/trail'
import { RecordPage, recordQuery } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { paths } from '../../paths'
import { PageLayout, WithSide } from '../../ui/page-layout'
import { askToRemove, liveUrl } from './collection-actions'
import classes from './contents.module.css'
import { Badges, ContentsCards, Owner, typeNames } from './contents-cards'
import { ContentsTable } from './contents-table'
import { CollectionFlags } from './flags'
import { collections } from './list-definition'

const CollectionDialog = lazyComponent(() => import('./collection-dialogs').then((file) => file.CollectionDialog))
const DuplicateDialog = lazyComponent(() => import('./collection-dialogs').then((file) => file.DuplicateDialog))

export function CollectionPage() {
  return <RecordPage path="collections">{(collection) => <CollectionView key={collection.id} collection={collection} />}</RecordPage>
}

function CollectionView({ collection }: { collection: Collection }) {
  const { name } = collection
  return (
    <PageLayout
      title={name}
      facts={<CollectionFacts collection={collection} />}
      trail={<Trail to={[{ label: 'Collections', to: paths.collections() }]}>{name}</Trail>}
      actions={<Actions collection={collection} />}
    >
      <WithSide side={<ContentsCards collection={collection} />} label="About this collection">
        <ContentsTable collection={collection} />
      </WithSide>
    </PageLayout>
  )
}

/** CollectionFacts distinguishes collections of the same name: type, owner, language, flags and tags. */
function CollectionFacts({ collection }: { collection: Collection }) {
  const { type, language, tags } = collection
  return (
    <>
      <span>{typeNames[type]} collection</span>
      <span aria-hidden>·</span>
      <Owner collection={collection} />
      {language && (
        <>
          <span aria-hidden>·</span>
          <span>{language.name}</span>
        </>
      )}
      <CollectionFlags collection={collection} />
      {tags.length > 0 && <Badges list={tags} />}
    </>
  )
}

/** Actions are the buttons of the page header. */
function Actions({ collection }: { collection: Collection }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'duplicate' | null>(null)
  const close = () => setOpen(null)

  async function remove() {
    if (await askToRemove(collection)) await navigate({ to: lastUrl(paths.collections()) })
  }

  return (
    <>
      <MenuButton
        entries={[true, false].map((contactBar) => ({
          label: contactBar ? 'With contact bar' : 'Without contact bar',
          icon: IconExternalLink,
          href: liveUrl(collection, contactBar),
          disabledReason: pageProblem(collection),
        }))}
      >
        {(props) => (
          <Button {...props} variant="default" className={classes.act} rightSection={<IconChevronDown size={16} />}>
            View live
          </Button>
        )}
      </MenuButton>
      <RecordTools className={classes.act} record={historyOf(collections, collection)} />
      <Button variant="default" className={classes.act} leftSection={<IconCopy size={16} />} onClick={() => setOpen('duplicate')}>
        Duplicate
      </Button>
      <Button variant="default" className={classes.act} leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button variant="default" className={classes.act} c="var(--danger)" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
        Delete
      </Button>
      <Suspense>
        {open === 'edit' && (
          <CollectionDialog
            collection={collection}
            onClose={(saved) => {
              close()
              if (saved) queries.setQueryData(recordQuery('collections', saved.id).queryKey, saved)
            }}
          />
        )}
        {open === 'duplicate' && (
          <DuplicateDialog
            collection={collection}
            onClose={(copy) => {
              close()
              if (copy) void navigate({ to: paths.collection(copy.id) })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
