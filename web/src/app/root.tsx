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
import { useScheme } from '../kit/session/scheme'
import { useSession } from '../kit/session/session'
import { nonce, start } from '../kit/start'
import { store } from '../kit/store'
import { HeadingContext } from '../ui/page-layout'
import { theme } from '../ui/theme'
import { TooltipLayer } from '../ui/tooltip'
import { ProgressLine } from './shell/progress-line'

const ConfirmDialog = lazyComponent(() => import('../kit/dialog/confirm-dialog').then((file) => file.ConfirmDialog))
const ConfirmPasswordDialog = lazyComponent(() => import('../kit/session/confirm-password-dialog').then((file) => file.ConfirmPasswordDialog))
const SessionDialog = lazyComponent(() => import('./shell/session-dialog').then((file) => file.SessionDialog))

/** Root wraps every page, signed in or not. */
export function Root() {
  const scheme = useScheme()
  const { user, expired } = useSession()
  const confirming = pendingConfirmation.use() !== null
  const questionAsked = useEver(pendingQuestion.use() !== null)
  useEffect(() => {
    document.documentElement.dataset.density = user?.settings.density ?? 'comfortable'
  }, [user])
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        <ProgressLine />
        <Title />
        <HeadingContext value={heading.set}>
          <Outlet />
        </HeadingContext>
        <Suspense>{questionAsked && <ConfirmDialog />}</Suspense>
        <Suspense>{confirming && user && <ConfirmPasswordDialog />}</Suspense>
        <Suspense>{expired && <SessionDialog />}</Suspense>
        <NoticeList />
        <TooltipLayer />
      </QueryClientProvider>
    </MantineProvider>
  )
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
