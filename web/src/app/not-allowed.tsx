import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths'
import { Message } from '../ui/message'

export function NotAllowed() {
  return (
    <Message icon={IconLock} title="Admins only" text="Ask an admin if you need access to this page.">
      <Button component={Link} to={paths.dashboard()}>
        Go to dashboard
      </Button>
    </Message>
  )
}
