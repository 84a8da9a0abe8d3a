import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { RecordOf } from '../../kit/api/lists'
import { Moment } from '../../kit/format/moment'
import { number } from '../../kit/format/numbers'
import { historyOf } from '../../kit/history/record'
import { lazyComponent } from '../../kit/lazy'
import { ApiKeys } from '../../kit/page/api-keys'
import { lastUrl } from '../../kit/page/last-url'
import { Trail } from '../../kit/page/trail'
import { RecordPage } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { askToDelete } from '../../kit/resource/sentences'
import { paths } from '../../paths'
import { Facts } from '../../ui/facts'
import { Card, PageLayout } from '../../ui/page-layout'
import classes from './collaborator.module.css'
import { collaborators } from './collaborators'

const ResourceDialog = lazyComponent(() => import('../../kit/resource/resource-dialog').then((file) => file.ResourceDialog))

/** CollaboratorPage shows a collaborator and its API credentials. */
export function CollaboratorPage() {
  return <RecordPage path="collaborators">{(collaborator) => <Collaborator collaborator={collaborator} />}</RecordPage>
}

type Props = { collaborator: RecordOf<'collaborators'> }

function Collaborator({ collaborator }: Props) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const { id, name, slug, logo, views, extended_content_experiences_count, extended_collection_versions_max_created_at: newest } = collaborator
  async function remove() {
    if (await askToDelete(collaborators, collaborator)) void navigate({ to: lastUrl(paths.collaborators()) })
  }
  return (
    <PageLayout
      title={name}
      trail={<Trail to={[{ label: 'Collaborators', to: paths.collaborators() }]}>{name}</Trail>}
      actions={
        <>
          <RecordTools record={historyOf(collaborators, collaborator)} />
          <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button variant="default" c="var(--danger)" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
      narrow
    >
      <Card title="Collaborator">
        {logo && <img className={classes.logo} src={logo.full_url} alt={`${name} logo`} width={logo.width} height={logo.height} />}
        <Facts
          bare
          list={[
            ['Name', name],
            ['Slug', slug],
            ...(logo ? [] : ([['Logo', '—']] as const)),
            ['Views', number(views)],
            ['Content experiences', number(extended_content_experiences_count)],
            ['Newest version', newest ? <Moment key="newest" at={newest} /> : '—'],
          ]}
        />
      </Card>
      <Card title="API access" about="Credentials for its API calls.">
        <ApiKeys documentation={paths.apiDocumentation()} owner="collaborators" record={collaborator} />
      </Card>
      <Suspense>{editing && <ResourceDialog resource={collaborators} id={id} row={collaborator} onClose={() => setEditing(false)} />}</Suspense>
    </PageLayout>
  )
}
