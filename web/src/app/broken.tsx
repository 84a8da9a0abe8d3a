import { Button } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { Message } from './message'

/** Broken stands in the place of a page that could not be shown. Most often a new version has replaced its files. */
export function Broken() {
  return (
    <Message icon={IconMoodSad} title="This page could not be shown" text="It may have been updated while you had it open.">
      <Button onClick={() => location.reload()}>Load it again</Button>
    </Message>
  )
}
