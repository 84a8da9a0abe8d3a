import classes from './icon.module.css'

type Props = { name: string; size?: number }

/** ContentIcon shows a Font Awesome icon by its name, in the current text colour. */
export function ContentIcon({ name, size = 16 }: Props) {
  const mask = `url("/icons/${encodeURIComponent(name)}.svg")`
  return <span className={classes.icon} style={{ width: size, height: size, maskImage: mask, WebkitMaskImage: mask }} aria-hidden />
}

/** IconTile shows an icon on a tinted square, as in rows. */
export function IconTile({ name }: { name: string }) {
  return (
    <span className={classes.tile} aria-hidden>
      {name && <ContentIcon name={name} size={18} />}
    </span>
  )
}
