import classes from './avatar.module.css'

type Props = {
  initials: string
  photo?: string
  size?: number
  /** Custom background and text colours. */
  ground?: string
  ink?: string
}

/** Avatar shows a photo or initials in a circle. */
export function Avatar({ initials, photo, size = 32, ground, ink }: Props) {
  const look = { width: size, height: size, fontSize: size * 0.375 }
  return photo ? (
    <img className={classes.avatar} src={photo} alt="" width={size} height={size} style={look} />
  ) : (
    <span className={classes.avatar} style={{ ...look, background: ground, color: ink }} aria-hidden>
      {initials}
    </span>
  )
}
