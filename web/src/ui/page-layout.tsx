import { createContext, type ReactNode, useContext, useEffect } from 'react'
import classes from './page-layout.module.css'

type Props = {
  title: string
  /** The name of the record in the title of the browser tab, if it is not the heading. */
  tabTitle?: string
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
  narrow?: boolean /** The breadcrumb above the title. */
  trail?: ReactNode
  /** Shown under the title, also on phones, to distinguish records. */
  facts?: ReactNode
  /** Shown before the title: a portrait or logo. */
  picture?: ReactNode
}

/** The app provides a function that takes the heading of the page, for the title of the browser tab. */
export const HeadingContext = createContext<(heading: string) => void>(() => {})

/** PageLayout is the frame of every screen: title, description, actions, content. */
export function PageLayout({ title, tabTitle = title, about, actions, children, narrow, trail, facts, picture }: Props) {
  const setHeading = useContext(HeadingContext)
  useEffect(() => {
    setHeading(tabTitle)
    return () => setHeading('')
  }, [setHeading, tabTitle])
  return (
    <div className={narrow ? classes.narrow : classes.page}>
      {trail}
      <div className={classes.head}>
        <div className={classes.words}>
          {picture}
          <div>
            <h1 className={classes.title}>{title}</h1>
            {about && <p className={classes.about}>{about}</p>}
            {facts && <div className={classes.facts}>{facts}</div>}
          </div>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** WithSide places cards next to the main content, or below it on narrow screens. With `sticky`, they remain in view while scrolling. */
export function WithSide({ side, label, sticky, children }: { side: ReactNode; label: string; sticky?: boolean; children: ReactNode }) {
  return (
    <div className={classes.columns}>
      {children}
      <aside className={sticky ? classes.staying : undefined} aria-label={label}>
        {side}
      </aside>
    </div>
  )
}

type CardProps = {
  title?: string
  about?: ReactNode
  children: ReactNode
  actions?: ReactNode
  /** The number of the step, if cards form a sequence. */
  step?: number
  /** A label above the title. */
  label?: string
}

/** Card is a bordered section of a page with a title. */
export function Card({ title, about, children, actions, step, label }: CardProps) {
  return (
    <section className={classes.card} aria-label={title}>
      {title && (
        <div className={classes.cardHead}>
          <div className="row gap-12 shrink">
            {step && (
              <span className={classes.step} aria-hidden>
                {step}
              </span>
            )}
            <div>
              {label && <p className={classes.label}>{label}</p>}
              <h2 className="heading">{title}</h2>
              {about && <p className={classes.about}>{about}</p>}
            </div>
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
