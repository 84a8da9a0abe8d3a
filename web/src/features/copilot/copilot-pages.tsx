import { Button } from '@mantine/core'
import { IconBuildingStore, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import type { Partner, User, UserHighlights } from '../../kit/api/schema.gen'
import { type Figure, Highlights } from '../../kit/page/highlights'
import { Trail } from '../../kit/page/trail'
import { RecordPage } from '../../kit/resource/record-page'
import { paths } from '../../paths'
import { Avatar } from '../../ui/avatar'
import { PageLayout } from '../../ui/page-layout'
import { byPage, byPartner, byUser, ofPartner, ofUser, Tables, useInsights } from './insights'
import { Leads, useLeads } from './leads'
import { Unmeasured } from './unmeasured'

/** The key starts with `users`, so that the figures are reloaded when a user changes. */
const highlights = {
  queryKey: ['users', 'highlights'],
  queryFn: async () => bodyOf(await api.GET('/api/admin/users/highlights')),
}

/** CopilotInsightsPage shows Copilot activity of the last thirty days by partner and by advisor. */
export function CopilotInsightsPage() {
  const partners = useInsights('copilot-insights/views-by-partner', byPartner)
  const advisors = useInsights('copilot-insights/views-by-user', byUser)
  return (
    <PageLayout title="Copilot insights" about="Copilot activity on partners’ sites">
      <Highlights label="Highlights" query={useQuery(highlights)} labels={labels} figures={figuresOf} />
      <Tables name="copilot" first={partners} second={advisors} />
    </PageLayout>
  )
}

const labels = ['Advisors', 'Views', 'Clicks', 'Leads'] as const

function figuresOf({ now, previous }: UserHighlights): Figure[] {
  const [advisors, views, clicks, leads] = labels
  const since = 'vs previous 30 days'
  return [
    { label: advisors, now: now.advisors_count, previous: previous.advisors_count, since },
    { label: views, now: now.views, previous: previous.views, since },
    { label: clicks, now: now.clicks, previous: previous.clicks, since },
    { label: leads, now: now.leads, previous: previous.leads, since },
  ]
}

export function CopilotPartnerPage() {
  return <RecordPage path="partners">{(partner) => <PartnerInsights key={partner.id} partner={partner} />}</RecordPage>
}

function PartnerInsights({ partner: { id, name } }: { partner: Partner }) {
  const users = useInsights(`copilot-insights/partner/${id}/views-by-user` as 'copilot-insights/partner/{id}/views-by-user', ofUser)
  const pages = useInsights(`copilot-insights/partner/${id}/views-by-page` as 'copilot-insights/partner/{id}/views-by-page', byPage)
  const leads = useLeads(`partners/${id}/leads` as 'partners/{partner_id}/leads')
  return (
    <Frame
      title={name}
      facts="Copilot on this partner’s sites"
      action={
        <Button component={Link} to={paths.partner(id)} variant="default" leftSection={<IconBuildingStore size={16} />}>
          View partner
        </Button>
      }
    >
      <Tables name="copilot/partner" first={users} second={pages}>
        <Leads of="partner" leads={leads}>
          <Unmeasured />
        </Leads>
      </Tables>
    </Frame>
  )
}

export function CopilotUserPage() {
  return <RecordPage path="users">{(user) => <UserInsights key={user.id} user={user} />}</RecordPage>
}

function UserInsights({ user: { id, called, full_name, email, initials, personal_photo: photo } }: { user: User }) {
  const partners = useInsights(`copilot-insights/user/${id}/views-by-partner` as 'copilot-insights/user/{id}/views-by-partner', ofPartner)
  const pages = useInsights(`copilot-insights/user/${id}/views-by-page` as 'copilot-insights/user/{id}/views-by-page', byPage)
  const leads = useLeads(`users/${id}/leads` as 'users/{user_id}/leads')
  return (
    <Frame
      title={called}
      facts={full_name ? email : 'No name given'}
      picture={<Avatar initials={initials} photo={photo?.thumb_url || photo?.full_url} size={48} />}
      action={
        <Button component={Link} to={paths.user(id)} variant="default" leftSection={<IconUser size={16} />}>
          View user
        </Button>
      }
    >
      <Tables name="copilot/user" first={partners} second={pages}>
        <Leads of="user" leads={leads}>
          <Unmeasured />
        </Leads>
      </Tables>
    </Frame>
  )
}

type FrameProps = { title: string; facts: string; picture?: ReactNode; action: ReactNode; children: ReactNode }

/** Frame is the part that the partner and user pages share. */
function Frame({ title, facts, picture, action, children }: FrameProps) {
  const trail = <Trail to={[{ label: 'Copilot insights', to: paths.copilotInsights() }]}>{title}</Trail>
  return (
    <PageLayout title={title} facts={facts} picture={picture} trail={trail} actions={action}>
      {children}
    </PageLayout>
  )
}
