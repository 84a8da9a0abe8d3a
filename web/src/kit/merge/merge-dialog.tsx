import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../api/admin'
import { queries } from '../api/client'
import { messageOf } from '../api/error'
import { listKey } from '../api/lists'
import type { MergeResult, Named } from '../api/schema.gen'
import { Dialog } from '../dialog/dialog'
import { notify } from '../dialog/notices'
import { number, pluralise } from '../format/numbers'
import { Rich } from '../format/rich'
import { labelOf } from '../format/values'
import { labelsOf } from './labels'
import classes from './merge.module.css'
import type { MergeKind } from './use-merge'

type Props = { kind: MergeKind; records: readonly Named[]; onClose: (done: boolean) => void }

/** MergeDialog asks which of several records stays, and shows what would move to it. */
export function MergeDialog({ kind, records, onClose }: Props) {
  const { path } = kind
  const [one, many] = [kind.one.toLowerCase(), kind.many.toLowerCase()]
  const [kept, setKept] = useState(records[0]?.id ?? 0)
  const [busy, setBusy] = useState(false)
  const others = records.filter(({ id }) => id !== kept).map(({ id }) => id)
  const merge = (dry_run: boolean) => admin.post<MergeResult>(`${path}/${kept}/merge`, { ids: others, dry_run })
  const preview = useQuery({
    queryKey: [...listKey(path), 'merge', kept, ...others],
    queryFn: () => merge(true),
    enabled: !busy,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const name = records.find(({ id }) => id === kept)?.name ?? ''

  async function handleMerge() {
    setBusy(true)
    try {
      await merge(false)
      notify.done(<Rich text={`${pluralise(others.length, one, many)} merged into **{name}**`} values={{ name }} />)
      onClose(true)
      await queries.invalidateQueries()
    } catch (error) {
      setBusy(false)
      notify.failed(messageOf(error))
    }
  }

  return (
    <Dialog title={`Merge ${many}`} size={480} locked={busy} zIndex={250} onClose={() => onClose(false)}>
      <fieldset className={classes.choices} disabled={busy}>
        <legend>Which {one} do you want to keep?</legend>
        {labelsOf(records).map(({ id, label }) => (
          <label key={id} className={classes.choice}>
            <input type="radio" name="kept" checked={id === kept} onChange={() => setKept(id)} />
            {label}
          </label>
        ))}
      </fieldset>
      <Preview result={preview.data} error={preview.error} name={name} text={`The other ${pluralise(others.length, one, many)} will be deleted.`} />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" disabled={busy} onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button loading={busy} disabled={!preview.data} onClick={() => void handleMerge()}>
          Merge {many}
        </Button>
      </Group>
    </Dialog>
  )
}

type PreviewProps = { result: MergeResult | undefined; error: Error | null; name: string; text: string }

/** Preview shows what a merge would move, or why it is not possible. */
function Preview({ result, error, name, text }: PreviewProps) {
  if (error) return <p role="alert">{messageOf(error)}</p>
  if (!result) return <Skeleton height={48} mt="md" />
  return (
    <div>
      {result.moved.length > 0 && (
        <>
          <p>
            <Rich text="These will refer to **{name}**:" values={{ name }} />
          </p>
          <ul>
            {result.moved.map(({ kind, count }) => (
              <li key={kind}>
                {labelOf(kind)}: {number(count)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{text}</p>
    </div>
  )
}
