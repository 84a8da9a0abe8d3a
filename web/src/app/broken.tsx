import { IconMoodSad } from '@tabler/icons-react'
import { Message } from './message'
import classes from './message.module.css'

/**
 * Broken stands in the place of a page that could not be shown. Most often a new version has replaced its files. The button
 * is a plain one: the theme may be what is broken.
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
