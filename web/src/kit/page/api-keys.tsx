import { ExternalLink } from '../../ui/external-link'
import { Facts } from '../../ui/facts'
import { api, bodyOf } from '../api/client'
import { Copy } from '../dialog/copy'
import { useIsAdmin } from '../session/session'

type Props = {
  /** The kind of the record that owns the keys. */
  owner: 'partners' | 'collaborators'
  record: { id: number; api_key: string | null; api_secret: string }
  /** The URL of the API's documentation. */
  documentation: string
  /** Further facts, shown below the keys. */
  more?: Parameters<typeof Facts>[0]['list']
}

/** ApiKeys shows API key and secret. The secret is loaded only when it is copied, which is logged. */
export function ApiKeys({ owner, record: { id, api_key, api_secret }, documentation, more = [] }: Props) {
  const admin = useIsAdmin()
  const reveal = async () => bodyOf(await api.POST(`/api/admin/${owner}/{id}/api-secret`, { params: { path: { id: String(id) } } })).api_secret
  if (!api_key) return <Facts bare list={[['API key', 'No API keys yet'], ...more]} />
  return (
    <Facts
      bare
      list={[
        [
          'API key',
          <span key="key" className="row gap-6">
            <code>{api_key}</code> <Copy value={api_key} label="Copy API key" />
          </span>,
        ],
        [
          'API secret',
          <span key="secret" className="row gap-6">
            <code>{api_secret}</code> {admin && <Copy value={reveal} label="Copy API secret" />}
          </span>,
        ],
        [
          'Documentation',
          <ExternalLink key="docs" to={documentation} title="Documentation of the public API">
            Public API
          </ExternalLink>,
        ],
        ...more,
      ]}
    />
  )
}
