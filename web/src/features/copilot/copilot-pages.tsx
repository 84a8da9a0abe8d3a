import { PageLayout } from '../../ui/page-layout'

export function CopilotInsightsPage() {
  return <PageLayout title="Copilot insights">{null}</PageLayout>
}

export function CopilotPartnerPage() {
  return <PageLayout title="Copilot insights">{null}</PageLayout>
}

export function CopilotUserPage() {
  return <PageLayout title="Copilot insights">{null}</PageLayout>
}
