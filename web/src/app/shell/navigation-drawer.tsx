import '../../ui/overlays.css'
import { Drawer } from '@mantine/core'
import { start } from '../../kit/start'
import classes from './shell.module.css'
import { Sidebar } from './sidebar'

/** NavigationDrawer is the sidebar on a narrow screen. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={288}
      title={start.product}
      padding={0}
      attributes={{ header: { role: 'presentation' } }} // the page already has a banner
      classNames={{ header: classes.drawerHead, body: classes.drawerBody }}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
    >
      <Sidebar style="default" drawer />
    </Drawer>
  )
}
