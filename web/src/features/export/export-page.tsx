import { PageLayout } from '../../ui/page-layout'

export function ExportPage() {
  return <PageLayout title="Export data">{null}</PageLayout>
}
