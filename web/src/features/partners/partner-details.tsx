import { Box } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import type { Partner } from '../../kit/api/schema.gen'
import { lazyComponent } from '../../kit/lazy'
import { EditCard, Sections } from '../../kit/page/sections'
import { usePreload } from '../../kit/preload'
import { Card } from '../../ui/page-layout'
import { AiFacts, CopilotFacts, ExploreFacts, InspiresFacts, PartnerFacts } from './partner-cards'
import classes from './partner-details.module.css'
import type { Section } from './partner-edit-dialog'
import { PartnerLanguages } from './partner-languages'
import { AccountFacts, ApiFacts, MetaFacts, PremiumFacts, RefreshKeys } from './partner-side'

const loadDialog = () => import('./partner-edit-dialog')
const PartnerEditDialog = lazyComponent(() => loadDialog().then((file) => file.PartnerEditDialog))

/** PartnerDetails are the cards about a partner, each with its own form, and the languages table. */
export function PartnerDetails({ partner }: { partner: Partner }) {
  const [editing, setEditing] = useState<Section | null>(null)
  usePreload(loadDialog)

  const card = (section: Section, children: ReactNode) => (
    <EditCard title={section} onEdit={() => setEditing(section)}>
      {children}
    </EditCard>
  )

  return (
    <div className={classes.root}>
      <Sections
        label="Account details"
        side={
          <>
            <Card title="Account">
              <AccountFacts partner={partner} />
            </Card>
            {card('Premium', <PremiumFacts partner={partner} />)}
            <Card title="API Information" actions={<RefreshKeys partner={partner} />}>
              <ApiFacts partner={partner} />
            </Card>
            <Card title="Meta">
              <MetaFacts partner={partner} />
            </Card>
          </>
        }
      >
        {card('Partner', <PartnerFacts partner={partner} />)}
        <Card title="Explore">
          <ExploreFacts partner={partner} />
        </Card>
        {card('Inspires', <InspiresFacts partner={partner} />)}
        {card('Copilot', <CopilotFacts partner={partner} />)}
        {card('AI', <AiFacts partner={partner} />)}
        <Box mt="md">
          <PartnerLanguages key={partner.id} partner={partner.id} />
        </Box>
      </Sections>
      <Suspense>{editing && <PartnerEditDialog key={partner.id} section={editing} partner={partner} onClose={() => setEditing(null)} />}</Suspense>
    </div>
  )
}
