import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths'
import { Message } from './message'

export function NotFoundPage() {
  return (
    <main>
      <Message icon={IconMapQuestion} title="There is no such page" text="The address may be mistyped, or what it led to is gone.">
        <Button component={Link} to={paths.dashboard()}>
          To the dashboard
        </Button>
      </Message>
    </main>
  )
}
