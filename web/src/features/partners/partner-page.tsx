import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RecordOf } from '../../kit/api/lists'
import { Copy } from '../../kit/dialog/copy'
import { number } from '../../kit/format/numbers'
import { PageTabs } from '../../kit/page/page-tabs'
import { RecordLink } from '../../kit/resource/columns'
import { RecordPage } from '../../kit/resource/record-page'
import { paths } from '../../paths'
import { Facts } from '../../ui/facts'
import { Card, PageLayout } from '../../ui/page-layout'
import { FolderBrowser } from '../folders/folder-browser'

type Partner = RecordOf<'partners'>

export function PartnerPage() {
  return <PartnerShell>{(partner) => <Details partner={partner} />}</PartnerShell>
}

export function PartnerCollectionsPage() {
  return (
    <PartnerShell>
      {({ id, name }) => <FolderBrowser owner={{ kind: 'partners', id, name, at: (folder) => paths.partnerCollections(id, folder) }} />}
    </PartnerShell>
  )
}

/** PartnerShell is what all pages of a partner have in common: its name, and the way from one to the other. */
function PartnerShell({ children }: { children: (partner: Partner) => ReactNode }) {
  return (
    <RecordPage path="partners" missing={paths.notFound()}>
      {(partner) => (
        <PageLayout title={partner.name} about={partner.account_type?.name}>
          <Tabs partner={partner} />
          {children(partner)}
        </PageLayout>
      )}
    </RecordPage>
  )
}

function Tabs({ partner: { id, collections_count } }: { partner: Partner }) {
  return (
    <PageTabs
      label="Pages of this partner"
      tabs={[
        { label: 'Details', to: paths.partner(id) },
        { label: collections_count === 1 ? 'Collection' : 'Collections', to: paths.partnerCollections(id), count: number(collections_count) },
      ]}
    />
  )
}

function Details({ partner }: { partner: Partner }) {
  const { id, slug, alt_id, email, phone, url } = partner
  return (
    <Card title="Partner">
      <Facts
        bare
        list={[
          [
            'PID',
            <Group key="pid" gap={6}>
              {alt_id} <Copy value={alt_id} label="Copy PID" />
            </Group>,
          ],
          ['Slug', slug],
          ['Email', email || '—'],
          ['Phone', phone || '—'],
          ['URL', url || '—'],
          [
            'Libraries',
            <RecordLink key="libraries" to={paths.libraries({ partner_id: id })}>
              Those it owns
            </RecordLink>,
          ],
          [
            'Markets',
            <RecordLink key="markets" to={paths.partnerMarkets({ partner_id: id })}>
              Where it sells
            </RecordLink>,
          ],
        ]}
      />
    </Card>
  )
}
