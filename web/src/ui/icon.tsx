import type { CSSProperties } from 'react'
import classes from './icon.module.css'

type Props = { name: string; size?: number }

let pictures: Record<string, string> = {}

/** knowIcons sets the pictures of icons that need no request. */
export function knowIcons(known: Record<string, string>) {
  pictures = known
}

function maskOf(name: string) {
  const picture = pictures[name]
  return picture ? `url("data:image/svg+xml,${encodeURIComponent(picture)}")` : `url("/icons/${encodeURIComponent(name)}.svg")`
}

/** ContentIcon shows a Font Awesome icon by its name, in the current text colour. */
export function ContentIcon({ name, size = 16 }: Props) {
  const mask = maskOf(name)
  return <span className={classes.icon} data-icon={name} style={{ width: size, height: size, maskImage: mask, WebkitMaskImage: mask }} aria-hidden />
}

/** IconTile shows an icon on a tinted square, as in rows. With a label it is a picture that has a meaning of its own. */
export function IconTile({ name, label }: { name: string; label?: string }) {
  const meaning = label ? ({ role: 'img', 'aria-label': label, title: label } as const) : { 'aria-hidden': true }
  return (
    <span
      {...meaning}
      className={classes.tile}
      data-tinted
      data-icon={name}
      style={name ? ({ '--icon': maskOf(name) } as CSSProperties) : undefined}
    />
  )
}
