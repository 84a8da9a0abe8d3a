import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import classes from './shell.module.css'

/** ProgressLine is shown at the top while requests or navigations take noticeably long. */
export function ProgressLine() {
  const moving = useRouterState({ select: (state) => state.isLoading })
  const reading = useIsFetching() + useIsMutating() > 0
  return moving || reading ? <div className={classes.line} aria-hidden /> : null
}
