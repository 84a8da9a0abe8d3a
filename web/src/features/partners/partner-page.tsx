import { Group } from '@mantine/core'
import type { RecordOf } from '../../kit/api/lists'
import { Copy } from '../../kit/dialog/copy'
import { RecordLink } from '../../kit/resource/columns'
import { RecordPage } from '../../kit/resource/record-page'
import { paths } from '../../paths'
import { Facts } from '../../ui/facts'
import { Card, PageLayout } from '../../ui/page-layout'

export function PartnerPage() {
  return (
    <RecordPage path="partners" missing={paths.notFound()}>
      {(partner) => <Partner partner={partner} />}
    </RecordPage>
  )
}

export function PartnerCollectionsPage() {
  return null
}

function Partner({ partner }: { partner: RecordOf<'partners'> }) {
  const { id, name, slug, alt_id, account_type, email, phone, url } = partner
  return (
    <PageLayout title={name} about={account_type?.name}>
      <Card title="Partner">
        <Facts
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
    </PageLayout>
  )
}
