import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { queries } from '../kit/api/client'
import { pendingQuestion } from '../kit/dialog/confirm'
import { NoticeList } from '../kit/dialog/notice-list'
import { useEver } from '../kit/ever'
import { lazyComponent } from '../kit/lazy'
import { pendingConfirmation } from '../kit/session/confirm-password'
import { Scheme } from '../kit/session/scheme'
import { useSession, useUser } from '../kit/session/session'
import { nonce, start } from '../kit/start'
import { store } from '../kit/store'
import { HeadingContext } from '../ui/page-layout'
import { theme } from '../ui/theme'
import { TooltipLayer } from '../ui/tooltip'
import { ProgressLine } from './shell/progress-line'

const ConfirmDialog = lazyComponent(() => import('../kit/dialog/confirm-dialog').then((file) => file.ConfirmDialog))
const ConfirmPasswordDialog = lazyComponent(() => import('../kit/session/confirm-password-dialog').then((file) => file.ConfirmPasswordDialog))
const SessionDialog = lazyComponent(() => import('./shell/session-dialog').then((file) => file.SessionDialog))

const getNonce = () => nonce
const noElement = () => undefined

/**
 * Root wraps every page, signed in or not. It never renders again, because all components of the library would, too. The library
 * gets no root element: Scheme sets the attribute by which its styles and ours know the theme.
 */
export function Root() {
  return (
    <MantineProvider theme={theme} forceColorScheme="light" getRootElement={noElement} getStyleNonce={getNonce}>
      <Scheme />
      <Density />
      <QueryClientProvider client={queries}>
        <ProgressLine />
        <Title />
        <HeadingContext value={heading.set}>
          <Outlet />
        </HeadingContext>
        <Questions />
        <NoticeList />
        <TooltipLayer />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Questions are the dialogs that any page may need. */
function Questions() {
  const { user, expired } = useSession()
  const confirming = pendingConfirmation.use() !== null
  const questionAsked = useEver(pendingQuestion.use() !== null)
  return (
    <>
      <Suspense>{questionAsked && <ConfirmDialog />}</Suspense>
      <Suspense>{confirming && user && <ConfirmPasswordDialog />}</Suspense>
      <Suspense>{expired && <SessionDialog />}</Suspense>
    </>
  )
}

/** Density sets the row height of tables. */
function Density() {
  const density = useUser((user) => user?.settings.density ?? 'comfortable')
  useEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  return null
}

const heading = store('')

/** Title sets the title of the browser tab. On the pages of a record it starts with the heading, which is the record's name. */
function Title() {
  const name = heading.use()
  const match = useMatches({ select: (matches) => matches.at(-1) })
  const { title } = match?.staticData ?? {}
  const isRecord = match?.fullPath.includes('$')
  useEffect(() => {
    document.title = [isRecord && name !== title ? name : '', title, start.product].filter(Boolean).join(' · ')
  }, [name, title, isRecord])
  return null
}
