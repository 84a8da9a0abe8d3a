import { PageLayout } from '../../ui/page-layout'

export function SearchHistoryPage() {
  return <PageLayout title="Search history">{null}</PageLayout>
}
