import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import type { Import } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { number } from '../../kit/format/numbers'
import { paths } from '../../paths'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/page-layout'
import classes from './imports.module.css'

const states = {
  ready: { label: 'Not checked yet', tone: 'plain' },
  checking: { label: 'Being checked', tone: 'info' },
  checked: { label: 'Checked', tone: 'info' },
  importing: { label: 'Being imported', tone: 'info' },
  done: { label: 'Imported', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
} as const

/** RecentImports lists the latest imports, so that one can be continued. Admins see those of all staff. */
export function RecentImports() {
  const recent = useQuery({ queryKey: ['imports'], staleTime: 0, queryFn: async () => bodyOf(await api.GET('/api/admin/imports')).items })
  return (
    <Card title="Recent imports" about="Files are kept for seven days.">
      {recent.isPending ? (
        <Skeleton height={52} />
      ) : recent.isError && !recent.data ? (
        <p role="alert" className="flat">
          {messageOf(recent.error)}
        </p>
      ) : recent.data?.length ? (
        <ul className={`list ${classes.recent}`} aria-label="Recent imports">
          {recent.data.map((item) => (
            <li key={item.id}>
              <div className="shrink grow">
                <Link to={paths.import(item.id)} className="block strong anywhere">
                  {item.file_name}
                </Link>
                <span className="block small">
                  {item.name} · <Moment at={item.created_at} />
                  {summary(item)}
                </span>
              </div>
              <Badge tone={states[item.state].tone}>{states[item.state].label}</Badge>
            </li>
          ))}
        </ul>
      ) : (
        <p className="flat dimmed">No imports yet.</p>
      )}
    </Card>
  )
}

const summary = ({ state, created, changed, rejected }: Import) =>
  state === 'done' ? ` · ${number(created)} new, ${number(changed)} changed, ${number(rejected)} rejected` : ''
