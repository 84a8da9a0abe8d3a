import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { User } from '../../kit/api/schema.gen'
import { Beside, Code, ValueOrDash } from '../../kit/page/sections'
import { RecordLink } from '../../kit/resource/columns'
import { start } from '../../kit/start'
import { paths } from '../../paths'
import { Badge } from '../../ui/badge'
import { EmailAddress } from '../../ui/email-address'
import { ExternalLink } from '../../ui/external-link'
import { Facts } from '../../ui/facts'
import { Note } from '../../ui/note'
import { Tick } from '../../ui/tick'
import classes from './user-page.module.css'
import { editors, sharing } from './user-words'

type Props = { user: User }

/** SuggestedValue shows a value, marked if it is a suggestion of the platform. */
function SuggestedValue({ suggested, children }: { suggested: boolean; children: ReactNode }) {
  return (
    <Beside>
      <ValueOrDash>{children}</ValueOrDash> {suggested && <Badge tone="info">SUGGESTED</Badge>}
    </Beside>
  )
}

export function DetailFacts({ user }: Props) {
  return (
    <Facts
      bare
      list={[
        ['Name', <ValueOrDash key="name">{user.full_name}</ValueOrDash>],
        [
          'E-mail',
          <Beside key="email">
            <EmailAddress>{user.email}</EmailAddress>{' '}
            {user.email_verified_at ? <Badge tone="good">VERIFIED</Badge> : <Badge tone="warning">UNVERIFIED</Badge>}
          </Beside>,
        ],
        ['Phone', <ValueOrDash key="phone">{user.phone}</ValueOrDash>],
        ['Company', <ValueOrDash key="company">{user.company_name}</ValueOrDash>],
        [
          'Languages',
          <SuggestedValue key="languages" suggested={user.using_suggested_languages}>
            {user.languages.map(({ name }) => name).join(', ')}
          </SuggestedValue>,
        ],
        [
          'Country',
          <SuggestedValue key="country" suggested={user.using_suggested_country}>
            {user.country?.name}
          </SuggestedValue>,
        ],
        [
          'State/region',
          <SuggestedValue key="region" suggested={user.using_suggested_country_region}>
            {user.country_region?.name}
          </SuggestedValue>,
        ],
        ['Host agency', <ValueOrDash key="agency">{user.hostAgency?.name ?? user.host_agency_other}</ValueOrDash>],
        ['Consortium', <ValueOrDash key="consortium">{user.consortium?.name}</ValueOrDash>],
      ]}
    />
  )
}

const pictures = [
  { field: 'logo', label: 'Logo' },
  { field: 'logo_light', label: 'Light logo' },
  { field: 'header_background_image', label: 'Header image' },
  { field: 'personal_photo', label: 'Personal photo' },
] as const

/** Pictures are the images of a user. Logos keep the background they are made for in both themes. */
export function Pictures({ user }: Props) {
  return (
    <div className={classes.pictures}>
      {pictures.map(({ field, label }) => {
        const picture = user[field]
        return (
          <figure key={field} className={classes.picture}>
            <div className={classes.frame} data-kind={picture ? field : undefined}>
              {picture ? (
                <img src={picture.full_url} alt={`${label} of ${user.called}`} width={picture.width} height={picture.height} loading="lazy" />
              ) : (
                <>
                  <IconPhotoOff size={20} stroke={1.5} aria-hidden />
                  <span>None</span>
                </>
              )}
            </div>
            <figcaption className="small">{label}</figcaption>
          </figure>
        )
      })}
    </div>
  )
}

export function ExploreFacts({ user }: Props) {
  return (
    <Facts
      bare
      list={[
        ['UID', <Code key="uid" value={user.alt_id} label="Copy UID" />],
        ['Landing page sharing', sharing[user.display_contact_info_on_links]],
        ['Live editor display', editors[user.live_editor_display]],
        ['Lead notifications', <Tick key="leads" on={user.lead_generation_notifications} />],
      ]}
    />
  )
}

export function AdvisorFacts({ user }: Props) {
  if (!user.is_travel_advisor) return <Note>This user is not a travel advisor.</Note>
  return (
    <Facts
      bare
      list={[
        ['Booking e-mail', <ValueOrDash key="email">{user.booking_email && <EmailAddress>{user.booking_email}</EmailAddress>}</ValueOrDash>],
        ['Booking phone', <ValueOrDash key="phone">{user.booking_phone_number}</ValueOrDash>],
        ['IATA', <ValueOrDash key="iata">{user.booking_iata}</ValueOrDash>],
        ['CLIA', <ValueOrDash key="clia">{user.booking_clia}</ValueOrDash>],
      ]}
    />
  )
}

/** DemoSite opens the website of the demonstration as a visitor of the user. */
const DemoSite = ({ user: { insider_param, called } }: Props) => (
  <ExternalLink to={`${start.demo_site}/?${insider_param}`} title="Open the site in a new tab">
    Open as a visitor of {called}
  </ExternalLink>
)

export function CopilotFacts({ user }: Props) {
  return (
    <Facts
      bare
      list={[
        ['Insider param', <Code key="insider" value={user.insider_param} label="Copy insider parameter" />],
        ...(start.demo_site ? ([['Demo site', <DemoSite key="site" user={user} />]] as const) : []),
        [
          'Insights',
          <RecordLink key="insights" to={paths.copilotUser(user.id)}>
            View Copilot insights
          </RecordLink>,
        ],
      ]}
    />
  )
}
