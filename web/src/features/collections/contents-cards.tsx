import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Collection } from '../../kit/api/schema.gen'
import { Copy } from '../../kit/dialog/copy'
import { Moment } from '../../kit/format/moment'
import { number } from '../../kit/format/numbers'
import { pageProblem } from '../../kit/page/page-problem'
import { RecordLink } from '../../kit/resource/columns'
import { paths } from '../../paths'
import { Badge } from '../../ui/badge'
import { disabledLink } from '../../ui/disabled'
import { Facts } from '../../ui/facts'
import { Note } from '../../ui/note'
import { Card } from '../../ui/page-layout'
import { Tick } from '../../ui/tick'
import { liveUrl } from './collection-actions'
import classes from './contents.module.css'
import { ownerPath } from './list-definition'

export const typeNames: Record<Collection['type'], string> = { partner: 'Partner', personal: 'Personal' }

const none = <span className="dimmed">—</span>

/** Owner links to the partner or user who owns a collection. */
export function Owner({ collection: { type, owner } }: { collection: Pick<Collection, 'type' | 'owner'> }) {
  if (!owner) return none
  return <RecordLink to={ownerPath(type, owner)}>{owner.name}</RecordLink>
}

/** ContentsCards are the cards about a collection next to its content. */
export function ContentsCards({ collection }: { collection: Collection }) {
  const { id, alt_id, type, folder, language, code, tags, expires_at, expired, invite_url, shared_collections_count } = collection
  const problem = pageProblem(collection)
  return (
    <>
      <Card title="Details">
        <Facts
          bare
          list={[
            ['Type', typeNames[type]],
            ['Owner', <Owner key="owner" collection={collection} />],
            ['Folder', folder?.label ?? none],
            ['Language', language?.name ?? none],
            ['Internal codes', <Badges key="codes" list={code} />],
            ['Tags', <Badges key="tags" list={tags} />],
            [
              'Expires',
              <Beside key="expires">
                <Moment at={expires_at} as="date" /> {expired && <Badge tone="warning">Expired</Badge>}
              </Beside>,
            ],
          ]}
        />
      </Card>
      <Card title="Landing page links">
        <div className={classes.links}>
          {problem && <Note tone="warning">{problem}</Note>}
          <LinkWithCopy label="With contact bar" href={liveUrl(collection, true)} disabledReason={problem} />
          <LinkWithCopy label="Without contact bar" href={liveUrl(collection, false)} disabledReason={problem} />
        </div>
      </Card>
      <Card title="Inspires">
        <div className={classes.links}>
          <LinkWithCopy label="Invite link" href={invite_url} disabledReason={problem} />
        </div>
        <Facts
          bare
          list={[
            ['Impressions', none],
            [
              'Acceptances',
              <RecordLink key="acceptances" to={paths.sharedCollections({ collection_id: id, type: 'all' })}>
                {number(shared_collections_count)}
              </RecordLink>,
            ],
            ['Public', <Flag key="public" on={collection.public} at={collection.inspires_publish_at} />],
            ['Featured', <Flag key="featured" on={collection.featured} at={collection.inspires_feature_at} />],
          ]}
        />
      </Card>
      <Card title="Meta">
        <Facts
          bare
          list={[
            ['ID', String(id)],
            [
              'Public ID',
              <Beside key="alt">
                {alt_id} <Copy value={alt_id} label="Copy public ID" />
              </Beside>,
            ],
            ['Created', <Moment key="created" at={collection.created_at} as="time" />],
            ['Updated', <Moment key="updated" at={collection.updated_at} as="time" />],
          ]}
        />
      </Card>
    </>
  )
}

const Beside = ({ children }: { children: ReactNode }) => <span className={classes.beside}>{children}</span>

/** Badges shows internal codes or tags as badges. */
export function Badges({ list }: { list: string[] }) {
  if (list.length === 0) return none
  return (
    <span className={classes.words}>
      {list.map((word) => (
        <span key={word} title={word}>
          <Badge>{word}</Badge>
        </span>
      ))}
    </span>
  )
}

/** Flag shows a boolean with the date since or from which it is true. */
function Flag({ on, at }: { on: boolean; at: string | null }) {
  if (!at) return <Tick on={false} />
  return (
    <Beside>
      {on ? <Tick on /> : <Badge>Scheduled</Badge>} <Moment at={at} as="date" />
    </Beside>
  )
}

type LinkProps = { label: string; href: string /** Why the page does not exist yet. The link can be copied all the same. */; disabledReason?: string }

/** LinkWithCopy is a link with a button to copy it. */
function LinkWithCopy({ label, href, disabledReason }: LinkProps) {
  const target = disabledReason ? disabledLink(disabledReason) : { href, target: '_blank', rel: 'noreferrer', title: href }
  return (
    <div className="row">
      <a className={classes.address} {...target}>
        <span className="row gap-4 strong">
          {label} {!disabledReason && <IconExternalLink size={14} aria-hidden />}
        </span>
        <span className="hint truncate block">{href.replace(/^https?:\/\//, '')}</span>
      </a>
      <Copy value={href} label={`Copy link: ${label.toLowerCase()}`} />
    </div>
  )
}
