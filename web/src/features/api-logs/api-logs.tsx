import { PageLayout } from '../../ui/page-layout'

export function ApiLogsPage() {
  return <PageLayout title="API logs">{null}</PageLayout>
}
