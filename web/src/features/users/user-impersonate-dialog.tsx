import { Box, Button, Group } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { ApiError } from '../../kit/api/error'
import type { User } from '../../kit/api/schema.gen'
import { Dialog } from '../../kit/dialog/dialog'
import { TextAreaField } from '../../kit/form/fields'
import { useForm } from '../../kit/form/form'
import { FormBody, SubmitButton } from '../../kit/form/form-body'
import { Rich } from '../../kit/format/rich'
import { pendingConfirmation } from '../../kit/session/confirm-password'
import { Note } from '../../ui/note'

const maxReasonLength = 300 // the limit of the server
const lifetime = 60_000

/** ImpersonateDialog asks for a reason, and opens the platform as the user in a new window. */
export function ImpersonateDialog({ user, onClose }: { user: User; onClose: () => void }) {
  // The link gives access to anyone who has it, so it is only kept here, and only if no window could be opened.
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null)
  const forgetUrl = useCallback(() => setBlockedUrl(null), [])
  const confirming = pendingConfirmation.use() !== null
  const tab = useRef<Window | null>(null)
  const reopen = useRef(false)
  useEffect(() => {
    if (!confirming || !tab.current) return
    tab.current.close() // it would cover the password dialog
    reopen.current = true
  }, [confirming])
  const form = useForm({
    initial: { reason: '' },
    async save({ reason }) {
      if ([...reason.trim()].length > maxReasonLength)
        throw new ApiError(422, { errors: { reason: [`Must have at most ${maxReasonLength} characters.`] } })
      tab.current = openTab() // synchronously with the click, otherwise the browser blocks it as a popup
      try {
        const { url } = bodyOf(
          await api.POST('/api/admin/users/{id}/impersonate', {
            params: { path: { id: String(user.id) } },
            body: { reason: reason.trim() || undefined },
          }),
        )
        if (reopen.current) tab.current = openTab() // the click on Confirm allows a new window as well
        if (!tab.current || tab.current.closed) return url
        tab.current.location.replace(url)
        return null
      } catch (error) {
        tab.current?.close()
        throw error
      } finally {
        tab.current = null
        reopen.current = false
      }
    },
    saved: (blocked) => (blocked ? setBlockedUrl(blocked) : onClose()),
  })
  return (
    <Dialog title="Impersonate user" size={480} onClose={onClose}>
      {blockedUrl ? (
        <BlockedWindow url={blockedUrl} name={user.called} onExpire={forgetUrl} onClose={onClose} />
      ) : (
        <FormBody
          form={form}
          unguarded
          footer={
            <>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <SubmitButton form={form}>Open window</SubmitButton>
            </>
          }
        >
          <Box component="p" m={0} lh={1.5}>
            <Rich
              text="The platform opens in a new window as **{name}** sees it. Everything you do there is done in their name."
              values={{ name: user.called }}
            />
          </Box>
          <TextAreaField field={form.field('reason')} label="Reason (optional)" description={`At most ${maxReasonLength} characters.`} autoFocus />
          <Note>This is logged with your name and the reason. The link works once and expires after one minute.</Note>
        </FormBody>
      )}
    </Dialog>
  )
}

/** openTab opens an empty window without access to this one, or returns null if the browser blocks it. */
function openTab(): Window | null {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  tab.document.title = 'One moment…'
  return tab
}

type BlockedWindowProps = { url: string; name: string; onExpire: () => void; onClose: () => void }

/** BlockedWindow shows the link if the browser has blocked the window, until the link expires. */
function BlockedWindow({ url, name, onExpire, onClose }: BlockedWindowProps) {
  useEffect(() => {
    const timer = setTimeout(onExpire, lifetime)
    return () => clearTimeout(timer)
  }, [onExpire])
  return (
    <>
      <Note tone="warning">
        <Rich
          text="Your browser blocked the new window. Use this link to open it as **{name}**. It works once and expires after one minute."
          values={{ name }}
        />
      </Note>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink size={16} />}
          data-autofocus
          onClick={() => setTimeout(onClose)} // after the browser has followed the link
        >
          Open window
        </Button>
      </Group>
    </>
  )
}
