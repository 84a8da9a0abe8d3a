import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Card, PageLayout } from '../../ui/page-layout'
import { queries } from '../api/client'
import { ApiError, messageOf } from '../api/error'
import { type ListPath, listKey, type RecordOf, type RecordPath } from '../api/lists'
import { lazyComponent } from '../lazy'
import { find } from './calls'

const MissingRecord = lazyComponent(() => import('./missing-record').then((file) => file.MissingRecord))

type Props<P extends RecordPath> = {
  path: P
  /** The route parameter with the id, if it is not `id`. */
  param?: string
  /** The page is a form: it starts with the current record, and later changes by others do not replace its input. */
  form?: boolean
  children: (record: RecordOf<P>) => ReactNode
}

/** recordQuery is the query for the record of a page. */
export const recordQuery = <P extends RecordPath>(path: P, id: number | string) => ({
  queryKey: [...listKey(path), 'page', String(id)],
  queryFn: async () => (await find(path as ListPath, Number(id))) as RecordOf<P>,
})

/** reloadForm starts the form of a page again, with the record as it is now. */
export const reloadForm = (path: RecordPath, id: number) => void queries.resetQueries({ queryKey: recordQuery(path, id).queryKey })

/** RecordPage loads the record whose id is in the URL, or says that there is none. */
export function RecordPage<P extends RecordPath>({ path, param = 'id', form, children }: Props<P>) {
  const { [param]: id = '' } = useParams({ strict: false }) as Record<string, string | undefined>
  const validId = /^[1-9]\d{0,14}$/.test(id)
  const record = useQuery({
    ...recordQuery(path, id),
    enabled: validId,
    ...(form && { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }),
  })
  if (!validId || (record.error instanceof ApiError && record.error.status === 404))
    return (
      <Suspense>
        <MissingRecord path={path} id={id} />
      </Suspense>
    )
  const loaded = form && !record.isFetchedAfterMount ? undefined : record.data // a form must not start with cached values
  if (loaded) return children(loaded)
  if (!record.isError) return <Skeleton height={28} width={240} />
  return (
    <PageLayout title="Couldn’t load this page" narrow>
      <Card>
        <p role="alert">{messageOf(record.error)}</p>
        <Button variant="default" onClick={() => void record.refetch()}>
          Try again
        </Button>
      </Card>
    </PageLayout>
  )
}
