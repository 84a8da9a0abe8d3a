import { PageLayout } from '../../ui/page-layout'
import classes from './dashboard.module.css'
import { Queues } from './queues'
import { AddedToCollections, NoDestination, NoResults, UserContentTable } from './tables'

/** DashboardPage tells how the queues are doing and what happened lately. The places of all of it are kept while it is on the way. */
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
