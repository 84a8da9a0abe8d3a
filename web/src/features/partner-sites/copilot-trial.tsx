import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { admin } from '../../kit/api/admin'
import { ApiError, messageOf } from '../../kit/api/error'
import type { CopilotTrialTransformation, CopilotTrial as Trial } from '../../kit/api/schema.gen'
import { Picker } from '../../kit/form/picker'
import { OpenLink } from '../../kit/resource/columns'
import { ExternalLink } from '../../ui/external-link'
import { Facts, MultilineText } from '../../ui/facts'
import { Note } from '../../ui/note'
import { Card } from '../../ui/page-layout'
import classes from './sites.module.css'
import { transformations } from './sites-definition'

type Question = { url: string; user_id?: number; lang: string }

/** CopilotTrial shows what Copilot would do on a page of a site for the visitors of an advisor. */
export function CopilotTrial({ path, home }: { path: string; home: string }) {
  const [typed, setTyped] = useState<Question>({ url: home, lang: '' })
  const [asked, setAsked] = useState<Question>()
  const trial = useQuery({
    queryKey: [path, 'copilot-trial', asked],
    queryFn: ({ signal }) => admin.get<Trial>(`${path}/copilot-trial`, { ...asked }, signal),
    enabled: asked !== undefined,
    staleTime: 0,
  })
  const problems = trial.error instanceof ApiError ? trial.error.errors : {}
  const problem = (name: string) => problems[name]?.join(' ')
  const otherProblem = trial.isError && Object.keys(problems).length === 0 && messageOf(trial.error)
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setAsked({ ...typed, url: typed.url.trim(), lang: typed.lang.trim() })
  }
  return (
    <Card title="Try it" about="What Copilot does on a page for the visitors of an advisor. Uses what is saved and enabled.">
      <form className={classes.tryIt} onSubmit={handleSubmit}>
        <TextInput
          label="Page address"
          autoComplete="off"
          maxLength={2000}
          value={typed.url}
          onChange={(event) => setTyped({ ...typed, url: event.currentTarget.value })}
          error={problem('url')}
        />
        <Picker
          label="Advisor"
          from="search/users"
          value={typed.user_id ?? null}
          onChange={(user) => setTyped({ ...typed, user_id: user ?? undefined })}
          error={problem('uid')}
        />
        <TextInput
          label="Language"
          placeholder="en"
          autoComplete="off"
          maxLength={3}
          value={typed.lang}
          onChange={(event) => setTyped({ ...typed, lang: event.currentTarget.value })}
          error={problem('lang')}
        />
        <Button type="submit" variant="default" loading={trial.isFetching}>
          Try it
        </Button>
      </form>
      <div role="status" className={classes.tried}>
        {otherProblem && <Note tone="warning">{otherProblem}</Note>}
        {asked && trial.data && !trial.isError && <TrialResult trial={trial.data} url={asked.url} />}
      </div>
    </Card>
  )
}

function TrialResult({ trial, url }: { trial: Trial; url: string }) {
  const { applies, reason, advisor, redirect, disclaimer, css, language } = trial
  const name = advisor?.name || advisor?.email
  if (!applies || !advisor) return <Note>Copilot does nothing on this page. {reason}</Note>
  return (
    <>
      {reason && <Note tone="warning">{reason}</Note>}
      <Facts
        bare
        list={[
          ['Advisor', `${name} (${brandings[advisor.branding] ?? advisor.branding})`],
          ['Redirect', redirect ? redirect.chain.join(' → ') : 'None'],
          ['Transformations', <Transformations key="transformations" list={redirect ? [] : trial.transformations} />],
          ['Disclaimer', disclaimer ? <MultilineText key="disclaimer">{disclaimer.text}</MultilineText> : 'None'],
          ['Style sheet', css ? 'Added' : 'None'],
          ['Language', language],
          [
            'See it',
            <ExternalLink key="open" to={withInsider(url, advisor.uid)} title="Open the page in a new tab">
              Open as a visitor of {name}
            </ExternalLink>,
          ],
        ]}
      />
    </>
  )
}

const brandings: Record<string, string> = { advisor: 'advisor’s branding', agency: 'agency’s branding', 'co-branded': 'co-branded', none: 'no bar' }

const actions: Record<CopilotTrialTransformation['action'], string> = {
  call_to_action: 'e-mail to the advisor',
  link_and_text: 'new link and text',
  link: 'new link',
  text: 'new text',
  none: 'no change',
}

function Transformations({ list }: { list: CopilotTrialTransformation[] }) {
  if (list.length === 0) return 'None'
  return (
    <ul className={`list ${classes.applied}`}>
      {list.map(({ id, name, action, selectors, text, replace }) => (
        <li key={id}>
          <OpenLink id={id} title={name} param={`${transformations.prefix}edit`}>
            {name}
          </OpenLink>
          : {replace && 'replaced, '}
          {actions[action]}
          {text && ` “${text}”`} on <code>{selectors.join(', ')}</code>
        </li>
      ))}
    </ul>
  )
}

/** withInsider adds the insider parameter to the address of a page. */
export function withInsider(url: string, uid: string): string {
  const address = new URL(url)
  address.searchParams.set('insider', uid)
  return address.href
}
