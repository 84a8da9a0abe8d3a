import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { admin } from '../../kit/api/admin'
import { ApiError, messageOf } from '../../kit/api/error'
import type { RedirectTrial } from '../../kit/api/schema.gen'
import { OpenLink } from '../../kit/resource/columns'
import { Note } from '../../ui/note'
import classes from './sites.module.css'
import { redirects } from './sites-definition'

/** SiteTrial tests which redirects a visitor of a path follows. The test is repeated when redirects change. */
export function SiteTrial({ path }: { path: string }) {
  const [typed, setTyped] = useState('')
  const [testedPath, setTestedPath] = useState('')
  const trial = useQuery({
    queryKey: [path, 'trial', testedPath],
    queryFn: async ({ signal }) => {
      const trial = path.replace(/redirects$/, 'redirect-trial')
      return await admin.get<RedirectTrial>(trial, { path: testedPath }, signal)
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
        label="Test a path or URL"
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
        {testedPath && trial.data !== undefined && !trial.isError && <MatchResult path={testedPath} trial={trial.data} />}
      </div>
    </form>
  )
}

function MatchResult({ path, trial: { redirect, chain, endless } }: { path: string; trial: RedirectTrial }) {
  if (!redirect)
    return (
      <Note>
        No enabled redirect matches <b>{path}</b>.
      </Note>
    )
  const match = (
    <>
      <b>{path}</b> matches{' '}
      <OpenLink id={redirect.id} title={redirect.path_pattern} param={`${redirects.prefix}edit`}>
        {redirect.path_pattern}
      </OpenLink>
    </>
  )
  if (endless) return <Note tone="warning">{match}, but the redirects that follow form a loop or are more than ten. Visitors stay on the page.</Note>
  const steps = chain.slice(1)
  return (
    <Note tone="good">
      {match} and redirects to <b>{steps.at(-1)}</b>
      {steps.length > 1 && <> by way of {steps.slice(0, -1).join(', ')}</>}.
    </Note>
  )
}
