import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import type { Partner } from '../../kit/api/schema.gen'
import { Card } from '../../ui/page-layout'
import { CustomizationsForm } from './customizations-form'
import { partnerPage } from './shell'

export const PartnerCustomizationsPage = partnerPage(({ partner }) => <Customizations key={partner.id} partner={partner} />)

/** Customizations is the form for a partner's branding with a live preview. */
function Customizations({ partner }: { partner: Partner }) {
  const path = { id: String(partner.id) }
  const customisations = useQuery({
    queryKey: [`partners/${partner.id}/customisations`],
    queryFn: async () => bodyOf(await api.GET('/api/admin/partners/{id}/customisations', { params: { path } })),
    // The form starts with current values, and later changes by others must not replace its input.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (customisations.data && customisations.isFetchedAfterMount) return <CustomizationsForm partner={partner} loaded={customisations.data} />
  if (!customisations.isError) return <Skeleton height={320} radius={12} />
  return (
    <Card title="Couldn’t load customisations">
      <p role="alert">{messageOf(customisations.error)}</p>
      <Button variant="default" onClick={() => void customisations.refetch()}>
        Try again
      </Button>
    </Card>
  )
}
