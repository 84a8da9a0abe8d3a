import classes from './avatar.module.css'

type Props = {
  initials: string
  photo?: string
  size?: number
  /** Custom background and text colours. */
  background?: string
  textColour?: string
}

/** Avatar shows a photo or initials in a circle. */
export function Avatar({ initials, photo, size = 32, background, textColour }: Props) {
  const look = { width: size, height: size, fontSize: size * 0.375 }
  return photo ? (
    <img className={classes.avatar} src={photo} alt="" width={size} height={size} style={look} />
  ) : (
    <span className={classes.avatar} style={{ ...look, background: background, color: textColour }} aria-hidden>
      {initials}
    </span>
  )
}
