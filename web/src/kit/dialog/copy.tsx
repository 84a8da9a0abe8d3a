import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { tooltip } from '../../ui/tooltip'
import { ApiError } from '../api/error'
import { notify } from './notices'

type Props = {
  value: string | (() => Promise<string>)
  label: string /** Text next to the icon, for rows with several values to copy. */
  text?: string
}

/** copyText copies a text to the clipboard, shows a notice, and resolves to whether it succeeded. */
export async function copyText(value: Props['value']): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(typeof value === 'string' ? value : await value())
  } catch (error) {
    if (error instanceof ApiError && error.cancelled) return false
    notify.failed('Couldn’t copy. Select the text and copy it manually.')
    return false
  }
  notify.done('Copied!')
  return true
}

/** Copy is a button that copies a value. A secret is loaded only when it is copied. */
export function Copy({ value, label, text }: Props) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    if (!(await copyText(value))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  const Icon = copied ? IconCheck : IconCopy
  if (text)
    return (
      <Button variant="subtle" color="gray" size="compact-xs" leftSection={<Icon size={14} />} aria-label={label} title={label} onClick={copy}>
        {text}
      </Button>
    )
  return (
    <ActionIcon {...tooltip(label)} size="sm" aria-label={label} onClick={copy}>
      <Icon size={16} />
    </ActionIcon>
  )
}
