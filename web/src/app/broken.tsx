import { IconMoodSad } from '@tabler/icons-react'
import { Message } from '../ui/message'
import classes from '../ui/message.module.css'

/**
 * Broken replaces a page that failed to render, mostly because a new version has replaced its files. The button is plain HTML,
 * because the theme may have failed to load.
 */
export function Broken() {
  return (
    <Message icon={IconMoodSad} title="This page couldn’t be loaded" text="A new version may have been released while you had it open.">
      <button type="button" className={classes.button} onClick={() => location.reload()}>
        Reload page
      </button>
    </Message>
  )
}
