import { IconPhoto } from '@tabler/icons-react'
import classes from './thumb.module.css'

/** Thumb is a small picture in a row; a soft square stands where there is none. */
export function Thumb({ src, whole }: { src?: string | null /** Logos are shown whole, pictures fill the square. */; whole?: boolean }) {
  return (
    <span className={classes.thumb} data-whole={whole || undefined} aria-hidden>
      {src ? <img src={src} alt="" width={40} height={40} loading="lazy" /> : <IconPhoto size={18} stroke={1.5} />}
    </span>
  )
}
