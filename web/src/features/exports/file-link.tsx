import type { ComponentProps } from 'react'
import { messageOf } from '../../kit/api/error'
import { notify } from '../../kit/dialog/notices'
import { download } from '../../kit/table/export'

/** Addresses are good for 15 minutes. They are asked for anew some time before. */
export const renewed = 10 * 60_000
const old = 14 * 60_000

type Props = ComponentProps<'a'> & {
  url: string
  /** When the address came. */
  since: number
  /** Asks for a new one: a page that slept in a tab has an old one. */
  renew: () => Promise<string | undefined>
}

/** FileLink downloads a file whose address is good for a while only. */
export function FileLink({ url, since, renew, ...props }: Props) {
  return (
    <a
      {...props}
      href={url}
      download
      onClick={(event) => {
        if (Date.now() - since < old) return
        event.preventDefault()
        renew().then(
          (fresh) => (fresh ? download(fresh) : notify.failed('This download is no longer available.')),
          (error) => notify.failed(messageOf(error)),
        )
      }}
    />
  )
}
