import { Button, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Partner } from '../../kit/api/schema.gen'
import { number } from '../../kit/format/numbers'
import type { Frame } from '../../kit/page/frame'
import { lastUrl } from '../../kit/page/last-url'
import { PageTabs } from '../../kit/page/page-tabs'
import { Trail } from '../../kit/page/trail'
import { RecordPage } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { askToDelete } from '../../kit/resource/sentences'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import { mayDelete, partnerTexts } from './partner-texts'

export type PartnerPageProps = { partner: Partner; frame: Frame }

/** PartnerShell loads the partner of a page and provides its frame. */
export function PartnerShell({ children }: { children: (props: PartnerPageProps) => ReactNode }) {
  return (
    <RecordPage path="partners">
      {(partner) =>
        children({
          partner,
          frame: {
            title: partner.name,
            about: partner.account_type?.name,
            trail: <Trail to={[{ label: 'Partners', to: paths.partners() }]}>{partner.name}</Trail>,
            tabs: <Tabs partner={partner} />,
            actions: (
              <>
                <RecordTools key={partner.id} record={{ kind: 'partner', path: 'partners', id: partner.id, name: partner.name }} />
                <Delete partner={partner} />
              </>
            ),
          },
        })
      }
    </RecordPage>
  )
}

function Tabs({ partner: { id, collections_count, sites_count, users_count } }: { partner: Partner }) {
  return (
    <PageTabs
      label="Partner sections"
      tabs={[
        { label: 'Details', to: paths.partner(id) },
        { label: 'Customisations', to: paths.partnerCustomizations(id) },
        { label: 'Collections', to: paths.partnerCollections(id), count: number(collections_count) },
        { label: 'Sites', to: paths.partnerSites(id), count: number(sites_count) },
        { label: 'Users', to: paths.partnerUsers(id), count: number(users_count) },
      ]}
    />
  )
}

function Delete({ partner }: { partner: Partner }) {
  const navigate = useNavigate()
  if (!mayDelete(partner)) return null
  async function remove() {
    if (await askToDelete(partnerTexts, { ...partner, brand_color: '' })) await navigate({ to: lastUrl(paths.partners()) })
  }
  return (
    <Button variant="default" c="var(--danger)" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
      Delete partner
    </Button>
  )
}

/** partnerPage shows a tab below the partner's name and tabs. */
export const partnerPage = (Tab: (props: PartnerPageProps) => ReactNode) => () => (
  <PartnerShell>
    {(props) => {
      const { tabs, ...frame } = props.frame
      return (
        <PageLayout {...frame}>
          {tabs}
          <Suspense fallback={<Skeleton height={320} radius={12} />}>
            <Tab {...props} />
          </Suspense>
        </PageLayout>
      )
    }}
  </PartnerShell>
)
