import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card, PageLayout } from '../../ui/page-layout'
import { ApiError, messageOf } from '../api/error'
import { type ListPath, listKey, type RecordOf, type RecordPath } from '../api/lists'
import { find } from './calls'

type Props<P extends RecordPath> = {
  path: P
  /** The word of the route that is its id, where that of another record stands before it. */
  param?: string
  /** The page that says there is no such page. */
  missing: string
  /** The page is a form: it begins with the record as it is now, and what is typed is not disturbed by what others do meanwhile. */
  form?: boolean
  children: (record: RecordOf<P>) => ReactNode
}

/** recordQuery is how the one record of a page is read. */
export const recordQuery = <P extends RecordPath>(path: P, id: number | string) => ({
  queryKey: [...listKey(path), 'page', String(id)],
  queryFn: async () => (await find(path as ListPath, Number(id))) as RecordOf<P>,
})

/** RecordPage is the page of the one record whose id stands in the address. An address without a record leads where all wrong ones lead. */
export function RecordPage<P extends RecordPath>({ path, param = 'id', missing, form, children }: Props<P>) {
  const { [param]: id = '' } = useParams({ strict: false }) as Record<string, string | undefined>
  const sound = /^[1-9]\d{0,14}$/.test(id)
  const record = useQuery({
    ...recordQuery(path, id),
    enabled: sound,
    ...(form && { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }),
  })
  if (!sound || (record.error instanceof ApiError && record.error.status === 404)) return <Navigate to={missing} replace />
  const there = form && !record.isFetchedAfterMount ? undefined : record.data // a form must not begin with what is remembered
  if (there) return children(there)
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
