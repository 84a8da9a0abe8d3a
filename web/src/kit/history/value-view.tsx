import type { Difference } from '../api/schema.gen'
import { None } from '../resource/columns'
import classes from './difference.module.css'
import { formatSide } from './words'

type Image = { id: number; thumb_url: string }

export const isImage = (value: unknown): value is Image => typeof value === 'object' && value !== null && 'thumb_url' in value && 'id' in value

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)

type Props = { field: string; value: unknown; difference: Difference }

/** ValueView shows one side of a difference: a picture, a colour, the names of records, or a text. */
export function ValueView({ field, value, difference }: Props) {
  if (isImage(value)) {
    if (difference.missing_images?.includes(value.id)) return <span className="dimmed">Image no longer kept</span>
    return <img className={classes.image} src={value.thumb_url} alt="" width={72} height={54} loading="lazy" />
  }
  if (isColour(value))
    return (
      <span className="row inline gap-6">
        <span className={classes.swatch} style={{ background: value }} aria-hidden />
        {value}
      </span>
    )
  const text = formatSide(field, value, difference)
  return text ? <span className={classes.text}>{text}</span> : <None />
}
