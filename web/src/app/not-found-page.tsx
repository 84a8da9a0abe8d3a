import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ReadOnlyNote } from '../kit/session/read-only-note'
import { paths } from '../paths'
import { Message } from '../ui/message'

export function NotFoundPage() {
  return (
    <main>
      <ReadOnlyNote />
      <Message icon={IconMapQuestion} title="Page not found" text="The address may be mistyped, or the page may have been deleted.">
        <Button component={Link} to={paths.dashboard()}>
          Go to dashboard
        </Button>
      </Message>
    </main>
  )
}
