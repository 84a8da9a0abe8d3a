import { Facts } from '../../ui/facts'
import { api, bodyOf } from '../api/client'
import { Copy } from '../dialog/copy'
import { useIsAdmin } from '../session/session'
import classes from './api-keys.module.css'

type Props = {
  /** Whose they are. */
  of: 'partners' | 'collaborators'
  record: { id: number; api_key: string | null; api_secret: string }
  /** What else is known of the programs that use them. */
  more?: Parameters<typeof Facts>[0]['list']
}

/** ApiKeys are the two words a program signs in with. The secret is asked for when it is copied, and the log keeps who did. */
export function ApiKeys({ of, record: { id, api_key, api_secret }, more = [] }: Props) {
  const admin = useIsAdmin()
  const reveal = async () => bodyOf(await api.POST(`/api/admin/${of}/{id}/api-secret`, { params: { path: { id: String(id) } } })).api_secret
  if (!api_key) return <Facts bare list={[['API key', 'No API keys yet'], ...more]} />
  return (
    <Facts
      bare
      list={[
        [
          'API key',
          <span key="key" className={classes.key}>
            <code>{api_key}</code> <Copy value={api_key} label="Copy API key" />
          </span>,
        ],
        [
          'API secret',
          <span key="secret" className={classes.key}>
            <code>{api_secret}</code> {admin && <Copy value={reveal} label="Copy API secret" />}
          </span>,
        ],
        ...more,
      ]}
    />
  )
}
