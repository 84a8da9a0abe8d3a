import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { queries } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import type { Import } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { undoChange } from '../../kit/dialog/undo'
import { number, pluralise } from '../../kit/format/numbers'
import { paths } from '../../paths'
import { Note } from '../../ui/note'
import { Card, PageLayout } from '../../ui/page-layout'
import { Progress } from '../../ui/progress'
import { discardImport, isWorking, useImport } from './calls'
import { CheckStep } from './check-step'
import { ColumnsStep } from './columns-step'
import { NewImport } from './new-import'
import { Outcome } from './outcome'

/** ImportPage uploads a file, or shows the import whose id is in the URL. */
export function ImportPage() {
  const { id, path = '', name } = useSearch({ strict: false }) as { id?: string; path?: string; name?: string }
  return id ? <OpenImport key={id} id={id} /> : <NewImport key={path} path={path} name={name} />
}

/** OpenImport leads through an import: columns, check, import. It can be left and opened again at any time. */
function OpenImport({ id }: { id: string }) {
  const query = useImport(id)
  if (query.isPending)
    return (
      <PageLayout title="Import">
        <Skeleton height={320} radius={12} />
      </PageLayout>
    )
  if (!query.data)
    return (
      <PageLayout title="Import">
        <Card title="Import">
          <div role="alert" className="row wrap gap-12">
            <Note tone="warning">{messageOf(query.error)} Imports are deleted after seven days.</Note>
            <Button variant="default" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </div>
        </Card>
      </PageLayout>
    )
  return <Steps item={query.data} />
}

function Steps({ item }: { item: Import }) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  useReloadWhenDone(item)
  const showsColumns = item.state === 'ready' || item.state === 'failed' || (item.state === 'checked' && editing)
  async function discard() {
    const run = async () => {
      await discardImport(item)
      await navigate({ to: paths.newImport(item.path, item.name) })
    }
    await confirm({
      title: 'Discard import',
      text: (
        <>
          The file <b>{item.file_name}</b> is deleted. Records that were imported stay.
        </>
      ),
      action: 'Discard import',
      run,
    })
  }
  return (
    <PageLayout
      title={`Import ${item.name.toLowerCase()}`}
      tabTitle={`Import ${item.file_name}`}
      about={item.file_name}
      actions={
        item.state !== 'importing' && (
          <Button variant="default" c="var(--danger)" leftSection={<IconTrash size={16} />} onClick={() => void discard()}>
            Discard
          </Button>
        )
      }
    >
      {item.problem && (
        <div role="alert">
          <Note tone="warning">{item.problem}</Note>
        </div>
      )}
      {showsColumns && <ColumnsStep key={`${item.encoding} ${item.separator}`} item={item} onChecked={() => setEditing(false)} />}
      {item.state === 'checked' && !editing && <CheckStep item={item} onEdit={() => setEditing(true)} />}
      {isWorking(item) && <Working item={item} />}
      {item.state === 'done' && <Done item={item} />}
    </PageLayout>
  )
}

/** useReloadWhenDone reloads all lists when the import has finished. */
function useReloadWhenDone({ state }: Import) {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'importing' && state === 'done') void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'imports' })
    before.current = state
  }, [state])
}

function Working({ item }: { item: Import }) {
  const checking = item.state === 'checking'
  return (
    <Card
      title={checking ? 'Checking the file' : 'Importing'}
      step={checking ? 3 : 4}
      about="You can leave this page. The job goes on, and this address shows how far it is."
    >
      <div className="grid gap-6" role="status">
        <Progress value={item.total ? item.done / item.total : 0} label={checking ? 'Checking the file' : 'Importing'} />
        <span className="small">{item.total === null ? 'Counting rows…' : `${number(item.done)} of ${pluralise(item.total, 'row')}`}</span>
      </div>
    </Card>
  )
}

function Done({ item }: { item: Import }) {
  const changed = item.created + item.changed > 0
  const about = changed ? 'The import is one change in the activity log. It can be undone for 30 days.' : 'Nothing had to be changed.'
  return (
    <Card
      title={item.undone ? 'Undone' : 'Imported'}
      step={4}
      about={item.undone ? 'The import has been undone.' : about}
      actions={
        changed &&
        !item.undone &&
        item.change_id !== null && (
          <Button variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={() => void undoChange(item.change_id ?? 0)}>
            Undo import
          </Button>
        )
      }
    >
      <Outcome item={item} />
    </Card>
  )
}
