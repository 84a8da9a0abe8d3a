import { Button } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { notify } from '../../kit/dialog/notices'
import { TextField } from '../../kit/form/fields'
import { useForm } from '../../kit/form/form'
import { FormBody, SubmitButton } from '../../kit/form/form-body'
import { PasswordField } from '../../kit/form/password-field'
import { ReadOnlyNote } from '../../kit/session/read-only-note'
import { signedIn, useSession } from '../../kit/session/session'
import { signOut } from '../../kit/session/sign-out'
import { start } from '../../kit/start'
import { paths } from '../../paths'
import classes from './signin-pages.module.css'

/** ownPath returns a redirect target only if it is a path of this console. */
export function ownPath(to: string | undefined): string {
  return to && /^\/(?![/\\])/.test(to) && !/^\/(login|logout)\b/.test(to) ? to : paths.dashboard()
}

function Frame({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <img src="/icon.svg" alt="" width={36} height={36} />
        {start.product}
      </div>
      <section className={classes.card}>
        <h1>{title}</h1>
        <ReadOnlyNote className={classes.note} />
        {text && <p>{text}</p>}
        {children}
      </section>
      <footer className={classes.foot}>© 2016–{new Date().getFullYear()}</footer>
    </main>
  )
}

export function LoginPage() {
  const { user } = useSession()
  const { to } = useSearch({ strict: false }) as { to?: string }
  const navigate = useNavigate()
  const form = useForm({
    initial: { email: '', password: '' },
    save: async (values) => bodyOf(await api.POST('/api/auth/login', { body: values })).item,
    saved: signedIn,
    invalidBanner: 'You could not be signed in.',
  })
  useEffect(() => {
    if (user) void navigate({ to: ownPath(to), replace: true })
  }, [user, to, navigate])
  return (
    <Frame title="Sign in">
      <FormBody form={form} unguarded footer={<SubmitButton form={form}>Sign in</SubmitButton>}>
        <TextField field={form.field('email')} label="E-mail" type="email" autoComplete="username" autoFocus />
        <PasswordField field={form.field('password')} label="Password" autoComplete="current-password" />
        <Link to={paths.forgotPassword()} className={classes.aside}>
          Forgot your password?
        </Link>
      </FormBody>
      {start.demo && (
        <p className={classes.demo}>
          Demo data:{' '}
          {start.demo_admin && (
            <>
              <code>{start.demo_admin}</code> or{' '}
            </>
          )}
          <code>editor@waymark.example</code>, password <code>waymark-demo</code>
        </p>
      )}
    </Frame>
  )
}

export function ForgotPasswordPage() {
  const [sent, setSent] = useState('')
  const form = useForm({
    initial: { email: '' },
    save: async (values) => {
      await api.POST('/api/auth/forgot-password', { body: values })
      return values.email
    },
    saved: setSent,
  })
  if (sent) {
    return (
      <Frame
        title="Check your e-mail"
        text={
          <>
            If <b>{sent}</b> may sign in here, we have sent a link to set a new password. It works once and expires after 24 hours.
          </>
        }
      >
        <Button component={Link} to={paths.login()} variant="default">
          Back to sign in
        </Button>
      </Frame>
    )
  }
  return (
    <Frame title="Forgot your password?" text="Enter your e-mail and we’ll send you a link to set a new one.">
      <FormBody
        form={form}
        unguarded
        footer={
          <>
            <Button component={Link} to={paths.login()} variant="default">
              Back
            </Button>
            <SubmitButton form={form}>Send link</SubmitButton>
          </>
        }
      >
        <TextField field={form.field('email')} label="E-mail" type="email" autoComplete="username" autoFocus />
      </FormBody>
    </Frame>
  )
}

export function ResetPasswordPage() {
  const { token } = useParams({ strict: false }) as { token: string }
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '', password_confirmation: '' },
    save: async (values) => {
      await api.POST('/api/auth/reset-password', { body: { ...values, token } })
    },
    saved() {
      notify.done('Your password has been changed. Sign in with the new one.')
      void navigate({ to: paths.login(), replace: true })
    },
  })
  return (
    <Frame title="New password" text="At least 8 characters. Setting it signs you out everywhere.">
      <FormBody form={form} unguarded footer={<SubmitButton form={form}>Set password</SubmitButton>}>
        <input hidden name="username" autoComplete="username" readOnly />
        <PasswordField field={form.field('password')} label="New password" autoComplete="new-password" autoFocus />
        <PasswordField field={form.field('password_confirmation')} label="Confirm password" autoComplete="new-password" />
      </FormBody>
    </Frame>
  )
}

/** LogoutPage asks before it logs out, because other sites can link to it. */
export function LogoutPage() {
  const { user } = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function logOut() {
    setBusy(true)
    if (await signOut()) await navigate({ to: paths.login(), replace: true })
    else setBusy(false)
  }
  return (
    <Frame title="Log out?" text={user && `You are signed in as ${user.full_name}.`}>
      <div className="row end">
        <Button component={Link} to={paths.dashboard()} variant="default">
          Cancel
        </Button>
        <Button loading={busy} onClick={logOut}>
          Log out
        </Button>
      </div>
    </Frame>
  )
}
