import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../kit/api/error'
import type { Lead } from '../../kit/api/schema.gen'
import { Dialog } from '../../kit/dialog/dialog'
import { exactTime } from '../../kit/format/dates'
import { find } from '../../kit/resource/calls'
import { RecordLink } from '../../kit/resource/columns'
import { paths } from '../../paths'
import { ExternalLink } from '../../ui/external-link'
import { Facts, MultilineText } from '../../ui/facts'
import { type LeadPath, MailLink } from './leads'

type Props = { path: LeadPath; id: number; onClose: () => void }

/** LeadDialog shows a lead in full. Leads never change, so it is loaded once. */
export function LeadDialog({ path, id, onClose }: Props) {
  const found = useQuery({ queryKey: [path, 'one', id], queryFn: () => find(path, id), staleTime: Number.POSITIVE_INFINITY })
  return (
    <Dialog onClose={onClose} title="Lead" size={640}>
      {found.data ? <LeadFacts lead={found.data} /> : found.isError ? <p role="alert">{messageOf(found.error)}</p> : <Skeleton height={320} />}
    </Dialog>
  )
}

function LeadFacts({ lead }: { lead: Lead }) {
  const none = <span className="dimmed">—</span>
  const { collection, partner, user } = lead
  return (
    <Facts
      list={[
        ['Name', lead.name],
        ['E-mail', <MailLink key="email" email={lead.email} />],
        ['Phone', lead.phone || none],
        ['Collection', collection ? <NamedLink key="collection" to={paths.collection(collection.id)} name={collection.name} /> : none],
        ['Partner', partner ? <NamedLink key="partner" to={paths.copilotPartner(partner.id)} name={partner.name} /> : none],
        ['Advisor', user ? <NamedLink key="user" to={paths.copilotUser(user.id)} name={user.name} /> : none],
        ['Page', lead.page_url ? <PageLink key="page" url={lead.page_url} /> : none],
        [
          'Received',
          <time key="time" dateTime={lead.created_at}>
            {exactTime(lead.created_at)}
          </time>,
        ],
        ['Message', <MultilineText key="message">{lead.message}</MultilineText>],
      ]}
    />
  )
}

const NamedLink = ({ to, name }: { to: string; name: string }) => <RecordLink to={to}>{name}</RecordLink>

const PageLink = ({ url }: { url: string }) => (
  <ExternalLink to={url} title={url}>
    {url}
  </ExternalLink>
)
