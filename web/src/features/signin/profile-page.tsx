import { Button, Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import type { Profile } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { TextField } from '../../kit/form/fields'
import { useForm } from '../../kit/form/form'
import { FieldRow, FormBody, SubmitButton } from '../../kit/form/form-body'
import { changeMe, useMe } from '../../kit/session/session'
import { saveSettings } from '../../kit/session/settings'
import { Card, PageLayout } from '../../ui/page-layout'
import { PasswordCard } from './password-card'
import classes from './profile-page.module.css'

const profilePath = '/api/auth/profile'

/** ProfilePage edits the profile of the signed-in user. */
export function ProfilePage() {
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: async () => bodyOf(await api.GET(profilePath)).item,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false, // keeps unsaved input
  })
  return (
    <PageLayout title="Profile" about="Your name, contact details and password" narrow>
      <Card title="About you" about="Colleagues see your name next to your changes.">
        {profile.data ? (
          <ProfileForm profile={profile.data} />
        ) : profile.isError ? (
          <div role="alert">
            <p>{messageOf(profile.error)}</p>
            <Button variant="default" onClick={() => void profile.refetch()}>
              Try again
            </Button>
          </div>
        ) : (
          <Skeleton className={classes.waiting} />
        )}
      </Card>
      <EmailsCard />
      <PasswordCard />
    </PageLayout>
  )
}

/** EmailsCard switches e-mails on and off. A change is saved immediately. */
function EmailsCard() {
  const { settings } = useMe()
  async function change(attention_email: boolean) {
    if (await saveSettings({ attention_email })) notify.done('Successfully updated!')
  }
  return (
    <Card title="E-mails">
      <Switch
        label="Weekly e-mail about what needs attention"
        description="Sent on Monday morning, with the rows that are assigned to you."
        checked={settings.attention_email}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </Card>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const form = useForm({
    initial: formValuesOf(profile),
    version: profile.version,
    save: async (_, changed, version) => bodyOf(await api.PUT(profilePath, { body: { ...changed, version } })).item,
    saved(saved) {
      form.setBaseline(formValuesOf(saved), saved.version)
      const { first_name, last_name, full_name, initials, email } = saved
      changeMe({ first_name, last_name, full_name, initials, email })
      notify.done('Successfully updated!')
    },
  })
  return (
    <FormBody form={form} footer={<SubmitButton form={form}>Save</SubmitButton>}>
      <FieldRow>
        <TextField field={form.field('first_name')} label="First name" required autoComplete="given-name" />
        <TextField field={form.field('last_name')} label="Last name" autoComplete="family-name" />
      </FieldRow>
      <TextField field={form.field('email')} label="E-mail" required type="email" autoComplete="email" description="Used to sign in." />
      <TextField field={form.field('phone')} label="Phone" type="tel" autoComplete="tel" />
    </FormBody>
  )
}

const formValuesOf = ({ first_name, last_name, email, phone }: Profile) => ({ first_name, last_name, email, phone })
