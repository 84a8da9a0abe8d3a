import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { admin } from '../../kit/api/admin'
import { ApiError, messageOf } from '../../kit/api/error'
import type { SiteRedirect } from '../../kit/api/schema.gen'
import { OpenLink } from '../../kit/resource/columns'
import { Note } from '../../ui/note'
import classes from './sites.module.css'
import { redirects } from './sites-definition'

/** SiteTrial tests which redirect matches a path. The test is repeated when redirects change. */
export function SiteTrial({ path }: { path: string }) {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState('')
  const trial = useQuery({
    queryKey: [path, 'trial', tried],
    queryFn: async ({ signal }) => {
      const trial = path.replace(/redirects$/, 'redirect-trial')
      return (await admin.get<{ redirect: SiteRedirect | null }>(trial, { path: tried }, signal)).redirect
    },
    enabled: tried !== '',
    staleTime: 0,
  })
  function ask(event: FormEvent) {
    event.preventDefault()
    setTried(typed.trim())
  }
  const problem = trial.error instanceof ApiError ? trial.error.errors.path?.join(' ') : undefined
  return (
    <form className={classes.trial} onSubmit={ask}>
      <TextInput
        label="Test a path"
        placeholder="/guides/rome/map"
        maxLength={1000}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={trial.isError && (problem ?? messageOf(trial.error))}
      />
      <Button type="submit" variant="default" loading={trial.isFetching}>
        Test path
      </Button>
      <div role="status" className={classes.caught}>
        {tried && trial.data !== undefined && !trial.isError && <Caught tried={tried} by={trial.data} />}
      </div>
    </form>
  )
}

function Caught({ tried, by }: { tried: string; by: SiteRedirect | null }) {
  if (!by)
    return (
      <Note>
        No enabled redirect matches <b>{tried}</b>.
      </Note>
    )
  return (
    <Note tone="good">
      <b>{tried}</b> matches{' '}
      <OpenLink id={by.id} title={by.path_pattern} param={`${redirects.prefix}edit`}>
        {by.path_pattern}
      </OpenLink>{' '}
      and redirects to <b>{by.redirect_url}</b>.
    </Note>
  )
}
