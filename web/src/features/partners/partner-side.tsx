import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import type { Partner } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { notify } from '../../kit/dialog/notices'
import { Moment } from '../../kit/format/moment'
import { Rich } from '../../kit/format/rich'
import { lazyComponent } from '../../kit/lazy'
import { ApiKeys } from '../../kit/page/api-keys'
import { ValueOrDash } from '../../kit/page/sections'
import { RecordLink } from '../../kit/resource/columns'
import { useIsAdmin } from '../../kit/session/session'
import { paths } from '../../paths'
import { Facts } from '../../ui/facts'
import { Tick } from '../../ui/tick'
import type { Keys } from './new-keys-dialog'
import classes from './partner-details.module.css'
import { collaborators, premium } from './partner-words'

const NewKeysDialog = lazyComponent(() => import('./new-keys-dialog').then((file) => file.NewKeysDialog))

type Props = { partner: Partner }

export function AccountFacts({ partner: { account_type } }: Props) {
  return (
    <Facts
      bare
      list={[
        ['Account type', <ValueOrDash key="type">{account_type?.name}</ValueOrDash>],
        [
          'Permissions',
          <ValueOrDash key="permissions">
            {account_type && <RecordLink to={paths.permissions(account_type.id)}>View permissions</RecordLink>}
          </ValueOrDash>,
        ],
      ]}
    />
  )
}

export function PremiumFacts({ partner }: Props) {
  return (
    <div className={classes.flags}>
      <Facts bare list={[...premium, collaborators].map(({ field, label }) => [label, <Tick key={field} on={partner[field]} />])} />
    </div>
  )
}

export function ApiFacts({ partner }: Props) {
  const { last_api_activity_at: last } = partner
  return (
    <ApiKeys
      documentation={paths.apiDocumentation()}
      owner="partners"
      record={partner}
      more={[['Last API activity', last ? <Moment key="last" at={last} as="ago" /> : 'Never']]}
    />
  )
}

/** RefreshKeys replaces the API keys of a partner after a confirmation. */
export function RefreshKeys({ partner }: Props) {
  const [keys, setKeys] = useState<Keys | null>(null)
  if (!useIsAdmin()) return null
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} />}
        aria-label="Refresh API keys"
        onClick={() => void askToRefresh(partner, setKeys)}
      >
        Refresh
      </Button>
      <Suspense>{keys && <NewKeysDialog name={partner.name} keys={keys} onClose={() => setKeys(null)} />}</Suspense>
    </>
  )
}

function askToRefresh({ id, name, api_key }: Partner, onRefresh: (keys: Keys) => void) {
  const before = 'The previous keys of **{name}** will no longer work: integrations that use them stop working until they have the new ones.'
  return confirm({
    title: 'Refresh API keys',
    text: <Rich text={api_key ? before : 'This creates the first API keys for **{name}**.'} values={{ name }} />,
    action: 'Refresh API keys',
    danger: true,
    async run() {
      const request = { params: { path: { id: String(id) } }, body: { confirm: true } }
      const keys = bodyOf(await api.PUT('/api/admin/partners/{id}/refresh-api-keys', request))
      await reload('partners')
      onRefresh(keys)
      notify.done(<Rich text="API keys of **{name}** successfully refreshed" values={{ name }} />)
    },
  })
}

export function MetaFacts({ partner: { id, hash_id, created_at, updated_at } }: Props) {
  return (
    <Facts
      bare
      list={[
        ['ID', String(id)],
        ['Hash ID', hash_id],
        ['Created', <Moment key="created" at={created_at} as="time" />],
        ['Updated', <Moment key="updated" at={updated_at} as="time" />],
      ]}
    />
  )
}
