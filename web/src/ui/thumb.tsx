import { IconPhoto } from '@tabler/icons-react'
import classes from './thumb.module.css'

/** Thumb is a small picture in a row, or a tinted square if there is none. */
export function Thumb({ src, whole }: { src?: string | null /** Logos are shown in full, pictures fill the square. */; whole?: boolean }) {
  return (
    <span className={classes.thumb} data-whole={whole || undefined} aria-hidden>
      {src ? <img src={src} alt="" width={40} height={40} loading="lazy" /> : <IconPhoto size={18} stroke={1.5} />}
    </span>
  )
}
