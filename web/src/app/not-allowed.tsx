import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths'
import { Message } from './message'

export function NotAllowed() {
  return (
    <Message icon={IconLock} title="For admins only" text="Ask an admin if you need something from here.">
      <Button component={Link} to={paths.dashboard()}>
        To the dashboard
      </Button>
    </Message>
  )
}
