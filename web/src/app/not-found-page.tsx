import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths'
import { Message } from '../ui/message'

export function NotFoundPage() {
  return (
    <main>
      <Message icon={IconMapQuestion} title="Page not found" text="The address may be mistyped, or the page may have been deleted.">
        <Button component={Link} to={paths.dashboard()}>
          Go to dashboard
        </Button>
      </Message>
    </main>
  )
}
