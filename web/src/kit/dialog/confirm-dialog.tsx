import { Button, Checkbox, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError, messageOf } from '../api/error'
import type { Use } from '../api/schema.gen'
import { pendingQuestion } from './confirm'
import { Dialog } from './dialog'
import { notify } from './notices'
import { UseList } from './use-list'

/** ConfirmDialog is rendered once and shows the question of confirm(). Cancel has the focus, so that Enter pressed by habit does no harm. */
export function ConfirmDialog() {
  const question = pendingQuestion.use()
  const [shown, setShown] = useState(question)
  const [busy, setBusy] = useState(false)
  const [uses, setUses] = useState<Use[]>([])
  const [chosen, setChosen] = useState(false)
  useEffect(() => {
    if (!question) return // keeps the last question visible while the dialog fades out
    setShown(question)
    setUses([])
    setBusy(false)
    setChosen(false)
  }, [question])
  const cancel = () => (busy ? undefined : question?.answer(false))
  if (!shown) return null

  async function handleConfirm() {
    if (!question?.run) return question?.answer(true)
    setBusy(true)
    try {
      await question.run(chosen)
      question.answer(true)
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.uses.length > 0) return setUses(error.uses)
      question.answer(false)
      notify.failed(messageOf(error))
    }
  }

  const inUse = uses.length > 0
  return (
    <Dialog opened={question !== null} onClose={cancel} title={shown.title} size={440} yOffset="16vh" zIndex={300}>
      <div>{inUse ? <UseList uses={uses} onFollow={() => question?.answer(false)} /> : shown.text}</div>
      {shown.choice && !inUse && (
        <Checkbox mt="md" label={shown.choice} disabled={busy} checked={chosen} onChange={(event) => setChosen(event.currentTarget.checked)} />
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus disabled={busy} onClick={() => question?.answer(false)}>
          {inUse ? 'Close' : (shown.cancel ?? 'Cancel')}
        </Button>
        {!inUse && (
          <Button color={shown.danger ? 'red' : undefined} loading={busy} onClick={handleConfirm}>
            {shown.action}
          </Button>
        )}
      </Group>
    </Dialog>
  )
}
