import { PageLayout } from '../../ui/page-layout'
import classes from './dashboard.module.css'
import { Queues } from './queues'
import { AddedToCollections, NoDestination, NoResults, UserContentTable } from './tables'

/** DashboardPage shows queue status and recent activity. Placeholders reserve the space while it loads. */
export function DashboardPage() {
  return (
    <PageLayout title="Dashboard" about="Background jobs and recent activity">
      <Queues />
      <div className={classes.tables}>
        <AddedToCollections />
        <UserContentTable />
        <NoResults />
        <NoDestination />
      </div>
    </PageLayout>
  )
}
