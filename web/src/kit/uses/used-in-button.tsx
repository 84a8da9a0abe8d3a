import { ActionIcon, Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../lazy'
import { hasUses } from './uses'

const UsedInPanel = lazyComponent(() => import('./used-in-panel').then((file) => file.UsedInPanel))

type Props = {
  record: { path?: string; id: number; name: string } /** Only an icon, for the header of a dialog. */
  icon?: boolean
  className?: string
}

/** UsedInButton opens the list of what refers to a record. */
export function UsedInButton({ record: { path, id, name }, icon, className }: Props) {
  const [opened, setOpened] = useState(false)
  if (!path || !hasUses(path)) return null
  const open = () => setOpened(true)
  return (
    <>
      {icon ? (
        <ActionIcon aria-label="Used in" title="Used in" onClick={open}>
          <IconLink size={18} />
        </ActionIcon>
      ) : (
        <Button variant="default" className={className} leftSection={<IconLink size={16} />} onClick={open}>
          Used in
        </Button>
      )}
      <Suspense>{opened && <UsedInPanel path={path} id={id} name={name} onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
