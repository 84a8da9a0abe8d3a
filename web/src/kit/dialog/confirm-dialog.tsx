import { Button, Checkbox, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError, messageOf } from '../api/error'
import type { CountedUse, Use } from '../api/schema.gen'
import { UseLinks } from '../uses/use-links'
import { pendingQuestion, type Question } from './confirm'
import { Dialog } from './dialog'
import { notify } from './notices'

/** ConfirmDialog is rendered once and shows the question of confirm(). Cancel has the focus, so that Enter pressed by habit does no harm. */
export function ConfirmDialog() {
  const question = pendingQuestion.use()
  const [shown, setShown] = useState(question)
  const [busy, setBusy] = useState(false)
  const [uses, setUses] = useState<Use[]>([])
  const [chosen, setChosen] = useState(false)
  const counted = useUses(question)
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

  const preventing = uses.length > 0 ? uses : counted.uses.filter((use) => use.on_delete === 'prevents')
  const deleted = counted.uses.filter((use) => use.on_delete === 'deletes')
  const inUse = preventing.length > 0
  const follow = () => question?.answer(false)
  return (
    <Dialog opened={question !== null} onClose={cancel} title={shown.title} size={440} yOffset="16vh" zIndex={300}>
      <div>
        {inUse ? 'This can’t be deleted because it is used by:' : shown.text}
        {!inUse && deleted.length > 0 && <p>Deleted with it:</p>}
        <UseLinks uses={inUse ? preventing : deleted} onFollow={follow} />
      </div>
      {shown.choice && !inUse && (
        <Checkbox mt="md" label={shown.choice} disabled={busy} checked={chosen} onChange={(event) => setChosen(event.currentTarget.checked)} />
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus disabled={busy} onClick={() => question?.answer(false)}>
          {inUse ? 'Close' : (shown.cancel ?? 'Cancel')}
        </Button>
        {!inUse && (
          <Button color={shown.danger ? 'red' : undefined} loading={busy} disabled={counted.pending} onClick={handleConfirm}>
            {shown.action}
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

/** useUses loads what uses the record of a question. Until then the question can't be confirmed; without an answer the server decides. */
function useUses(question: Question | null) {
  const [loaded, setLoaded] = useState<{ of: Question | null; uses: CountedUse[] }>({ of: null, uses: [] })
  useEffect(() => {
    if (!question?.uses) return
    let current = true
    const show = (uses: CountedUse[]) => current && setLoaded({ of: question, uses })
    question.uses().then(show, () => show([]))
    return () => {
      current = false
    }
  }, [question])
  const pending = Boolean(question?.uses) && loaded.of !== question
  return { pending, uses: pending || !question ? [] : question.uses ? loaded.uses : [] }
}
