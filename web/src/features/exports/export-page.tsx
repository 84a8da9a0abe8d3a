import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { useIsAdmin } from '../../kit/session/session'
import { Note } from '../../ui/note'
import { Card, PageLayout } from '../../ui/page-layout'
import classes from './export.module.css'
import { FileLink, renewInterval } from './file-link'
import { RecentExports } from './recent-exports'

type File = { key: string; label: string; about: string }

const content: File[] = [
  {
    key: 'all-content',
    label: 'All Content',
    about: 'Every item and image, with everything linked to it.',
  },
  {
    key: 'content-in-collections',
    label: 'Content in Collections',
    about: 'One row per item in each collection.',
  },
  { key: 'audio-content', label: 'Audio Content', about: 'Items with the media type Audio.' },
  { key: 'video-content', label: 'Video Content', about: 'Items with the media type Video.' },
]
const inspires: File[] = [
  {
    key: 'advisors',
    label: 'Advisors',
    about: 'Users without a partner, with their contact details.',
  },
]

/** ExportPage offers the downloads for which the server returned a URL, and lists recent exports. */
export function ExportPage() {
  const signed = useQuery({
    queryKey: ['export/signed-urls'],
    queryFn: async () => bodyOf(await api.GET('/api/admin/export/signed-urls')).signed_urls,
    refetchInterval: renewInterval,
  })
  const admin = useIsAdmin()
  const files = (list: File[]) => list.filter(({ key }) => signed.isPending || signed.data?.[key])
  const tiles = (list: File[]) => (
    <ul className={classes.tiles}>
      {files(list).map((file) => (
        <li key={file.key}>
          {signed.data?.[file.key] ? (
            <FileLink
              className={classes.tile}
              url={signed.data[file.key] ?? ''}
              since={signed.dataUpdatedAt}
              renew={async () => (await signed.refetch({ throwOnError: true })).data?.[file.key]}
            >
              <span className={classes.icon} aria-hidden>
                <IconDownload size={20} />
              </span>
              <span>
                <span className="block strong anywhere">{file.label}</span> <span className="block small anywhere">{file.about}</span>
              </span>
            </FileLink>
          ) : (
            <Skeleton className={classes.tile} radius={12} />
          )}
        </li>
      ))}
    </ul>
  )
  return (
    <PageLayout title="Export data" about="CSV files, generated when you download them. Downloads are recorded in the activity log.">
      {signed.isError && !signed.data ? (
        <Card title="Downloads">
          <div role="alert" className="row wrap gap-12">
            <Note tone="warning">{messageOf(signed.error)}</Note>
            <Button variant="default" onClick={() => void signed.refetch()}>
              Try again
            </Button>
          </div>
        </Card>
      ) : (
        <>
          <Card title="Content">{tiles(content)}</Card>
          {files(inspires).length > 0 && (admin || signed.data) && <Card title="Inspires">{tiles(inspires)}</Card>}
        </>
      )}
      {!signed.isPending && <RecentExports />}
    </PageLayout>
  )
}
