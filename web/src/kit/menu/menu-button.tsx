import type { Icon } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, type Ref, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '../lazy'
import { preload } from '../preload'

type Entry = { label: string; icon?: Icon; danger?: boolean /** Why it is disabled. */; disabledReason?: string } & (
  | { run: () => void }
  | { to: string /** The screen that is shown. */; current?: boolean; link?: Pick<LinkProps, 'state' | 'preload'> }
  | { /** Opens in another tab. */ href: string }
  | {
      /** One of several, of which one is chosen. */ checked: boolean
      run: () => void /** Dimmed text behind the label. */
      note?: string
      id?: number
    }
)

export type MenuEntry = Entry | 'line' | { heading: string }

export type MenuLook = {
  entries: MenuEntry[]
  heading?: string
  /** What is shown above the entries. */
  top?: ReactNode
  width?: number
  /** Opens beside the button instead of below it. */
  side?: boolean
  /** Opens when the pointer is over the button. */
  hover?: boolean
}

export type ButtonProps = {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick?: () => void
  onPointerEnter?: () => void
}

const load = () => import('./menu').then((file) => file.OpenMenu)
const OpenMenu = lazyComponent(load)

/** MenuButton is a plain button until its first use: the menu is loaded then, and a hundred rows with unopened menus are cheap. */
export function MenuButton({ children, ...look }: MenuLook & { children: (props: ButtonProps) => ReactElement }) {
  const [used, setUsed] = useState<'click' | 'hover' | null>(null)
  const [opened, setOpened] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!used) return
    if (used === 'click') ref.current?.focus() // the menu has rendered a new button, which must get the focus back
    setOpened(true)
  }, [used])
  const use = (how: 'click' | 'hover') => startTransition(() => setUsed(how))
  const first = { onClick: () => use('click'), onPointerEnter: () => (look.hover ? use('hover') : preload(load)) }
  const button = children({ ref, 'aria-haspopup': 'menu', 'aria-expanded': opened, ...(used ? {} : first) })
  return (
    <Suspense fallback={button}>
      {used ? <OpenMenu {...look} button={button} opened={opened} onChange={setOpened} onRun={() => ref.current?.focus()} /> : button}
    </Suspense>
  )
}
