import { Link } from '@tanstack/react-router'
import { useMe } from '../kit/session/session'
import { PageLayout } from '../ui/page-layout'
import classes from './dashboard-page.module.css'
import { house, nav } from './nav'

/** DashboardPage is where one lands: the ways to everything else. */
export function DashboardPage() {
  const me = useMe()
  const groups = [
    ...nav.filter((group) => group.items.length > 0),
    { label: 'The house', items: house.filter((item) => !item.admin || me.staff_role === 'admin') },
  ]
  return (
    <PageLayout title="Dashboard" about={`Welcome, ${me.first_name || me.full_name}`}>
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group.label} className={classes.group}>
            <h2>{group.label}</h2>
            {group.items.map((item) => (
              <Link key={item.to} to={item.to}>
                {item.label}
              </Link>
            ))}
          </section>
        ))}
      </div>
    </PageLayout>
  )
}
