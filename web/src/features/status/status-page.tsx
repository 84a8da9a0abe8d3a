import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { Moment } from '../../kit/format/moment'
import { Note } from '../../ui/note'
import { PageLayout } from '../../ui/page-layout'
import { BackupsCard, DatabaseCard, MailCard, ReplicasCard, StorageCard, VersionsCard } from './cards'
import { NodesCard } from './nodes'
import { QueuesCard } from './queues'
import classes from './status.module.css'

const status = {
  queryKey: ['status'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => bodyOf(await api.GET('/api/admin/status', { signal })),
  refetchInterval: 10_000, // paused while the page is hidden
}

/** StatusPage shows the state of the servers and of everything they depend on. If an update fails, the last state stays. */
export function StatusPage() {
  const { data, error, isError, refetch } = useQuery(status)
  return (
    <PageLayout
      title="Status"
      about="Servers, database, storage, mail and background jobs. Refreshed every 10 seconds."
      facts={
        data && (
          <span>
            Checked <Moment at={data.checked_at} as="second" />
          </span>
        )
      }
    >
      {isError && (
        <div className={classes.failed} role="alert">
          <Note tone="warning">
            {messageOf(error)}
            {data && ' The last known state is shown.'}
          </Note>
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !isError && <Placeholder />}
      {data && (
        <div className={classes.cards} data-old={isError || undefined}>
          <NodesCard {...data.nodes} />
          <QueuesCard {...data.queues} />
          <DatabaseCard {...data.database} />
          <ReplicasCard replicas={data.replicas} />
          <StorageCard {...data.storage} />
          <MailCard {...data.mail} />
          <BackupsCard {...data.backups} engine={data.database.engine} />
          <VersionsCard {...data.versions} />
        </div>
      )}
    </PageLayout>
  )
}

function Placeholder() {
  return (
    <div className={classes.cards} aria-busy="true">
      <Skeleton height={160} radius={12} className={classes.wide} />
      <Skeleton height={280} radius={12} className={classes.wide} />
      <Skeleton height={240} radius={12} />
      <Skeleton height={240} radius={12} />
    </div>
  )
}
