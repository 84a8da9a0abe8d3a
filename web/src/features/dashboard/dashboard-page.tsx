import { PageLayout } from '../../ui/page-layout'

export function DashboardPage() {
  return <PageLayout title="Dashboard">{null}</PageLayout>
}
