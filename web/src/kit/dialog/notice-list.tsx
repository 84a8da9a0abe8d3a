import { ActionIcon } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconLoader2, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Progress } from '../../ui/progress'
import classes from './notice-list.module.css'
import { dismiss, type Notice, type NoticeAction, notices } from './notices'
import { keepPlaced } from './placement'

const icons = { done: IconCircleCheck, failed: IconAlertCircle, info: IconInfoCircle, working: IconLoader2 }

/** NoticeList shows notices at the bottom of the page. The live regions always exist, so that screen readers announce new notices. */
export function NoticeList() {
  const list = notices.use()
  const root = useRef<HTMLElement>(null)
  const count = list.length
  useLayoutEffect(() => {
    if (!root.current) return
    if (count > 0) return keepPlaced(root.current)
    delete root.current.dataset.place
  }, [count])
  return (
    <section className={classes.list} aria-label="Notices" ref={root}>
      <div role="status" aria-live="polite">
        {list
          .filter((notice) => notice.kind !== 'failed')
          .map((notice) => (
            <NoticeCard key={notice.id} notice={notice} />
          ))}
      </div>
      <div role="alert" aria-live="assertive">
        {list
          .filter((notice) => notice.kind === 'failed')
          .map((notice) => (
            <NoticeCard key={notice.id} notice={notice} />
          ))}
      </div>
    </section>
  )
}

function ActionOf({ notice, action }: { notice: Notice; action: NoticeAction }) {
  const close = () => dismiss(notice.id)
  if ('to' in action)
    return (
      <Link to={action.to} className={classes.action} onClick={close}>
        {action.label}
      </Link>
    )
  function run() {
    close()
    if ('run' in action) action.run()
  }
  return (
    <button type="button" className={classes.action} onClick={run}>
      {action.label}
    </button>
  )
}

const undoOf = (change: number): NoticeAction => ({ label: 'Undo', run: () => void import('./undo').then((file) => file.undoChange(change)) })

function NoticeCard({ notice }: { notice: Notice }) {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused || !Number.isFinite(notice.duration)) return
    const timer = setTimeout(() => dismiss(notice.id), notice.duration)
    return () => clearTimeout(timer)
  }, [paused, notice.id, notice.duration])
  const Icon = icons[notice.kind]
  const pauseHandlers = {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  }
  return (
    <div className={classes.notice} data-kind={notice.kind} {...pauseHandlers}>
      <Icon size={20} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        {notice.text}
        {notice.kind === 'working' && <Progress value={notice.fraction ?? 0} label="Progress" />}
      </div>
      {notice.action && <ActionOf notice={notice} action={notice.action} />}
      {notice.change !== undefined && <ActionOf notice={notice} action={undoOf(notice.change)} />}
      {notice.kind !== 'working' && (
        <ActionIcon size="sm" aria-label="Dismiss" onClick={() => dismiss(notice.id)}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </div>
  )
}
