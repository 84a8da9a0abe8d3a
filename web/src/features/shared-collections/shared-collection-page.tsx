import { Button } from '@mantine/core'
import { IconTrash, IconWand } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { type RecordOf, useList } from '../../kit/api/lists'
import type { Personalisation } from '../../kit/api/schema.gen'
import { Marked } from '../../kit/format/marked'
import { Moment } from '../../kit/format/moment'
import { labelOf } from '../../kit/format/values'
import { Trail } from '../../kit/page/trail'
import { RecordLink, Text } from '../../kit/resource/columns'
import { RecordPage } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { askToDelete } from '../../kit/resource/sentences'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import type { Column } from '../../kit/table/types'
import { paths } from '../../paths'
import { Badge } from '../../ui/badge'
import { ExternalLink } from '../../ui/external-link'
import { Facts } from '../../ui/facts'
import { Note } from '../../ui/note'
import { Card, PageLayout } from '../../ui/page-layout'
import { Tick } from '../../ui/tick'
import { PartnerLink, personalPageProblem, sharedTexts, UserLink } from './shared'
import classes from './shared-collections.module.css'

/** SharedCollectionPage shows a shared collection with the user's personalisations. */
export function SharedCollectionPage() {
  return <RecordPage path="shared-collections">{(shared) => <Shared shared={shared} />}</RecordPage>
}

function Shared({ shared }: { shared: RecordOf<'shared-collections'> }) {
  const navigate = useNavigate()
  const { id, name, user, collection, created_at } = shared
  const personalisations = shared.personalisations ?? []
  const problem = personalPageProblem(shared)
  async function remove() {
    if (await askToDelete(sharedTexts, shared)) void navigate({ to: paths.sharedCollections() })
  }
  return (
    <PageLayout
      title={name}
      trail={<Trail to={[{ label: 'Shared collections', to: paths.sharedCollections() }]}>{name}</Trail>}
      actions={
        <>
          <RecordTools record={{ kind: 'shared collection', id, name }} />
          <Button variant="default" c="var(--danger)" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    >
      <div className={classes.layout}>
        <Card title="Shared collection">
          <Facts
            bare
            list={[
              ['ID', id],
              ['User', <UserLink key="user" user={user} />],
              ['Accepted', <Moment key="accepted" at={created_at} as="time" />],
            ]}
          />
        </Card>
        <div className={classes.base}>
          <Card title="Base Collection">
            <Facts
              bare
              list={[
                [
                  'Collection',
                  collection ? (
                    <RecordLink key="collection" to={paths.collection(collection.id)}>
                      {collection.name}
                    </RecordLink>
                  ) : (
                    '—'
                  ),
                ],
                ['Partner', <PartnerLink key="partner" collection={collection} />],
              ]}
            />
          </Card>
        </div>
        <Personalisations sharedId={id} count={shared.personalisations_count} problem={problem}>
          {personalisations.length > 0 && (
            <Card title="Personal messages" about="What clients read, newest first.">
              <Messages list={personalisations} />
            </Card>
          )}
        </Personalisations>
      </div>
    </PageLayout>
  )
}

const spec = { name: 'personalisations', sort: '-created_at' }

/** columnsOf returns the columns. If the pages do not exist, the links say why. */
const columnsOf = (problem?: string): Column<Personalisation>[] => [
  {
    key: 'name',
    label: 'Name',
    sort: 'name',
    fixed: true,
    card: 'title',
    cell: ({ name, landing_page_url }) => (
      <ExternalLink to={landing_page_url} title={name} size={14} disabledReason={problem}>
        <Marked text={name} />
      </ExternalLink>
    ),
  },
  { key: 'personal_message', label: 'Personal message', card: 'none', cell: ({ personal_message }) => <Text>{personal_message}</Text> },
  { key: 'cta', label: 'CTA', cell: ({ cta_display }) => <Tick on={cta_display !== 'none'} /> },
  {
    key: 'content_customisations_count',
    label: 'Customisations',
    cell: ({ content_customisations_count }) => <Tick on={content_customisations_count !== 0} />,
  },
  {
    key: 'created_at',
    label: 'Created',
    sort: 'created_at',
    descendingFirst: true,
    align: 'end',
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
]

type TableProps = { sharedId: number; count: number; problem?: string; children: ReactNode }

/** Personalisations is a table. Its children are shown after it has loaded, so that they do not shift. */
function Personalisations({ sharedId, count, problem, children }: TableProps) {
  const columns = useMemo(() => columnsOf(problem), [problem])
  const table = useTable(spec)
  const list = useList(
    `shared-collections/${sharedId}/personalisations` as 'shared-collections/{shared_collection_id}/personalisations',
    table.params,
  )
  return (
    <>
      {problem && count > 0 && (
        <div className={classes.part}>
          <Note tone="warning">{problem}</Note>
        </div>
      )}
      <div className={classes.part}>
        <DataTable
          name="personalisations"
          label="Personalisations"
          from={`shared-collections/${sharedId}/personalisations`}
          title="Personalisations"
          table={table}
          list={list}
          expectedRows={count}
          columns={columns}
          search="Search personalisations"
          empty={{ icon: IconWand, title: 'No personalisations yet', text: 'The user has not personalised this collection for a client yet.' }}
        />
      </div>
      {children && !list.isPending && <div className={classes.part}>{children}</div>}
    </>
  )
}

function Messages({ list }: { list: readonly Personalisation[] }) {
  return (
    <ul className={classes.messages} aria-label="Personal messages">
      {list.map(({ id, name, personal_message, cta_display }) => (
        <li key={id}>
          <div className={classes.message}>
            <b>{name}</b>
            {cta_display === 'none' ? <Badge>No CTA</Badge> : <Badge tone="good">CTA: {labelOf(cta_display)}</Badge>}
          </div>
          {personal_message ? <blockquote>{personal_message}</blockquote> : <p className="small">No personal message</p>}
        </li>
      ))}
    </ul>
  )
}
