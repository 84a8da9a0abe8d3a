import classes from './icon.module.css'

type Props = { name: string; size?: number }

/** ContentIcon shows an icon of Font Awesome's by its name, in the colour of the text around it. */
export function ContentIcon({ name, size = 16 }: Props) {
  const mask = `url("/icons/${encodeURIComponent(name)}.svg")`
  return <span className={classes.icon} style={{ width: size, height: size, maskImage: mask, WebkitMaskImage: mask }} aria-hidden />
}

/** IconTile puts it on a soft square, as rows do. */
export function IconTile({ name }: { name: string }) {
  return (
    <span className={classes.tile} aria-hidden>
      {name && <ContentIcon name={name} size={18} />}
    </span>
  )
}
