import type { ComponentProps } from 'react'
import { messageOf } from '../../kit/api/error'
import { notify } from '../../kit/dialog/notices'
import { download } from '../../kit/table/export'

/** Download URLs expire after 15 minutes and are renewed before. */
export const renewInterval = 10 * 60_000
const maxAge = 14 * 60_000

type Props = ComponentProps<'a'> & {
  url: string
  /** When the URL was loaded. */
  since: number
  /** Loads a new URL, which is needed after the tab was asleep. */
  renew: () => Promise<string | undefined>
}

/** FileLink downloads a file whose URL expires. */
export function FileLink({ url, since, renew, ...props }: Props) {
  return (
    <a
      {...props}
      href={url}
      download
      onClick={(event) => {
        if (Date.now() - since < maxAge) return
        event.preventDefault()
        renew().then(
          (newUrl) => (newUrl ? download(newUrl) : notify.failed('This download is no longer available.')),
          (error) => notify.failed(messageOf(error)),
        )
      }}
    />
  )
}
