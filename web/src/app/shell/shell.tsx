import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useEver } from '../../kit/ever'
import { ImportContext } from '../../kit/imports/import-button'
import { lazyComponent } from '../../kit/lazy'
import { ActivityUrlContext, RecordKindsContext } from '../../kit/page/record-kinds'
import { ReadOnlyNote } from '../../kit/session/read-only-note'
import { useUser } from '../../kit/session/session'
import { paths } from '../../paths'
import { recordKinds } from '../screens'
import { Header } from './header'
import { HeldKeys } from './held-keys'
import classes from './shell.module.css'
import { shortcutsShown, useShortcuts } from './shortcuts'
import { Sidebar } from './sidebar'

const NavigationDrawer = lazyComponent(() => import('./navigation-drawer').then((file) => file.NavigationDrawer))
const ShortcutsDialog = lazyComponent(() => import('./shortcuts-dialog').then((file) => file.ShortcutsDialog))
const loadPalette = () => import('./palette').then((file) => file.Palette)
const Palette = lazyComponent(loadPalette)

const activityUrl = (within: string) => paths.activity({ within })

/** Shell is the frame of every signed-in screen: header, sidebar, page. */
export function Shell() {
  const style = useUser((user) => user?.settings.sidebar_style)
  const [drawer, { open, close }] = useDisclosure(false)
  const drawerUsed = useEver(drawer)
  const [palette, setPalette] = useState(false)
  const typed = useRef('')
  const shortcuts = shortcutsShown.use()
  const narrow = useMediaQuery('(max-width: 991px)', undefined, { getInitialValueInEffect: false })
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the drawer
  useEffect(close, [pathname])
  const closePalette = useCallback(() => setPalette(false), [])
  useShortcuts(
    useCallback(() => setPalette((shown) => !shown), []),
    loadPalette,
  )
  if (!style) return null // during sign-out

  return (
    <div className={classes.shell} data-sidebar={narrow ? 'none' : style}>
      <a className={classes.skip} href="#page">
        Skip to content
      </a>
      <Header onMenu={narrow ? open : undefined} onPalette={() => setPalette(true)} />
      {!narrow && (
        <aside className={classes.aside}>
          <Sidebar style={style} />
        </aside>
      )}
      <main className={classes.main} id="page" tabIndex={-1}>
        <ReadOnlyNote className={classes.note} />
        <ActivityUrlContext value={activityUrl}>
          <RecordKindsContext value={recordKinds}>
            <ImportContext value={paths.newImport}>
              <Outlet />
            </ImportContext>
          </RecordKindsContext>
        </ActivityUrlContext>
      </main>
      <Suspense>{narrow && drawerUsed && <NavigationDrawer opened={drawer} onClose={close} />}</Suspense>
      <Suspense>{shortcuts && <ShortcutsDialog />}</Suspense>
      {palette && (
        <Suspense fallback={<HeldKeys typed={typed} onClose={closePalette} />}>
          <Palette typed={typed} onClose={closePalette} />
        </Suspense>
      )}
    </div>
  )
}
