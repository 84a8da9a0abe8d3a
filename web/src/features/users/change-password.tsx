import { Button } from '@mantine/core'
import { Dialog } from '../../kit/dialog/dialog'

type Props = { user: { id: number; called: string }; onClose: () => void }

export function ChangePasswordDialog({ user, onClose }: Props) {
  return (
    <Dialog title="Change Password" size={480} onClose={onClose}>
      <p>{user.called}</p>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}
