import { IconPhotoOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { User } from '../../kit/api/schema.gen'
import { Beside, Code, Or } from '../../kit/page/sections'
import { RecordLink } from '../../kit/resource/columns'
import { paths } from '../../paths'
import { Badge } from '../../ui/badge'
import { Facts } from '../../ui/facts'
import { Note } from '../../ui/note'
import classes from './user-page.module.css'
import { editors, sharing } from './user-words'

type Props = { user: User }

/** Guess shows a value, marked if it is a suggestion of the platform. */
function Guess({ suggested, children }: { suggested: boolean; children: ReactNode }) {
  return (
    <Beside>
      <Or>{children}</Or> {suggested && <Badge tone="info">SUGGESTED</Badge>}
    </Beside>
  )
}

export function DetailFacts({ user }: Props) {
  return (
    <Facts
      bare
      list={[
        ['Name', <Or key="name">{user.full_name}</Or>],
        [
          'E-mail',
          <Beside key="email">
            {user.email} {user.email_verified_at ? <Badge tone="good">VERIFIED</Badge> : <Badge tone="warning">UNVERIFIED</Badge>}
          </Beside>,
        ],
        ['Phone', <Or key="phone">{user.phone}</Or>],
        ['Company', <Or key="company">{user.company_name}</Or>],
        [
          'Languages',
          <Guess key="languages" suggested={user.using_suggested_languages}>
            {user.languages.map(({ name }) => name).join(', ')}
          </Guess>,
        ],
        [
          'Country',
          <Guess key="country" suggested={user.using_suggested_country}>
            {user.country?.name}
          </Guess>,
        ],
        [
          'State/region',
          <Guess key="region" suggested={user.using_suggested_country_region}>
            {user.country_region?.name}
          </Guess>,
        ],
        ['Host agency', <Or key="agency">{user.hostAgency?.name ?? user.host_agency_other}</Or>],
        ['Consortium', <Or key="consortium">{user.consortium?.name}</Or>],
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
        ['Lead notifications', user.lead_generation_notifications ? 'On' : 'Off'],
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
        ['Booking e-mail', <Or key="email">{user.booking_email}</Or>],
        ['Booking phone', <Or key="phone">{user.booking_phone_number}</Or>],
        ['IATA', <Or key="iata">{user.booking_iata}</Or>],
        ['CLIA', <Or key="clia">{user.booking_clia}</Or>],
      ]}
    />
  )
}

export function CopilotFacts({ user }: Props) {
  return (
    <Facts
      bare
      list={[
        ['Insider param', <Code key="insider" value={user.insider_param} label="Copy insider parameter" />],
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
