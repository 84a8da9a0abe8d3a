import { IconMoodSad } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Message } from '../ui/message'
import classes from '../ui/message.module.css'
import { codeOf, explain, isMissingFile, report } from './page-error'

/**
 * Broken replaces a page that failed to render. If one of its files is missing, a new version has probably replaced it. Any other error
 * is reported to the server's log. The button is plain HTML, because the theme may have failed to load.
 */
export function Broken({ error }: { error: unknown }) {
  return isMissingFile(error) ? (
    <Failure title="This page couldn’t be loaded">A new version may have been released while you had it open.</Failure>
  ) : (
    <Reported error={error} />
  )
}

function Reported({ error }: { error: unknown }) {
  const route: string = useMatches().at(-1)?.fullPath ?? '/'
  useEffect(() => report(error, route), [error, route])
  return (
    <Failure title="Something went wrong">
      {explain(error)}
      <br />
      Code for support: <b>{codeOf(error)}</b>
    </Failure>
  )
}

function Failure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Message icon={IconMoodSad} title={title} text={children}>
      <button type="button" className={classes.button} onClick={() => location.reload()}>
        Reload page
      </button>
    </Message>
  )
}
