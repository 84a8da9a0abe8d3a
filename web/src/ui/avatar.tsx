import classes from './avatar.module.css'

/** Avatar is a person in a circle: always of one size. */
export function Avatar({ initials, photo }: { initials: string; photo?: string }) {
  return photo ? (
    <img className={classes.avatar} src={photo} alt="" width={32} height={32} />
  ) : (
    <span className={classes.avatar} aria-hidden>
      {initials}
    </span>
  )
}
