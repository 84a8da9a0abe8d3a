import { Suspense } from 'react'
import { Badge } from '../../ui/badge'
import { lazyComponent } from '../lazy'
import { useFirstOpen } from '../menu/first-open'
import classes from './resource.module.css'

const load = () => import('./name-popover').then((file) => file.NamePopover)
const NamePopover = lazyComponent(load)

/** MoreNames is the number of names that a cell has no room for. It opens a list of all. */
export function MoreNames({ names, more }: { names: readonly string[]; more: number }) {
  const { used, opened, setOpened, button: props } = useFirstOpen(load)
  const button = (
    <button {...props} type="button" className={classes.more} aria-haspopup="dialog" aria-label={`+${more}: show all`}>
      <Badge>+{more}</Badge>
    </button>
  )
  return <Suspense fallback={button}>{used ? <NamePopover names={names} button={button} opened={opened} onChange={setOpened} /> : button}</Suspense>
}
