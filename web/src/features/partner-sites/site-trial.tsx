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
  const [testedPath, setTestedPath] = useState('')
  const trial = useQuery({
    queryKey: [path, 'trial', testedPath],
    queryFn: async ({ signal }) => {
      const trial = path.replace(/redirects$/, 'redirect-trial')
      return (await admin.get<{ redirect: SiteRedirect | null }>(trial, { path: testedPath }, signal)).redirect
    },
    enabled: testedPath !== '',
    staleTime: 0,
  })
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setTestedPath(typed.trim())
  }
  const problem = trial.error instanceof ApiError ? trial.error.errors.path?.join(' ') : undefined
  return (
    <form className={classes.trial} onSubmit={handleSubmit}>
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
        {testedPath && trial.data !== undefined && !trial.isError && <MatchResult path={testedPath} redirect={trial.data} />}
      </div>
    </form>
  )
}

function MatchResult({ path, redirect }: { path: string; redirect: SiteRedirect | null }) {
  if (!redirect)
    return (
      <Note>
        No enabled redirect matches <b>{path}</b>.
      </Note>
    )
  return (
    <Note tone="good">
      <b>{path}</b> matches{' '}
      <OpenLink id={redirect.id} title={redirect.path_pattern} param={`${redirects.prefix}edit`}>
        {redirect.path_pattern}
      </OpenLink>{' '}
      and redirects to <b>{redirect.redirect_url}</b>.
    </Note>
  )
}
