import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from './notices'

type Props = { value: string | (() => Promise<string>); label: string }

/** Copy puts a value on the clipboard. A secret is asked for only when it is copied. */
export function Copy({ value, label }: Props) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof value === 'string' ? value : await value())
    } catch {
      notify.failed('It could not be copied. Select the text and copy it by hand.')
      return
    }
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
    notify.done('Copied!')
  }
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} onClick={copy}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}
