import { Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../kit/api/client'
import type { GlobalTag, Named, Scan } from '../../kit/api/schema.gen'
import { TextField } from '../../kit/form/fields'
import { useFormState } from '../../kit/form/form'
import { FormDialog } from '../../kit/form/form-dialog'
import { historyOf } from '../../kit/history/record'
import { addLabelOf } from '../../kit/resource/define'
import { useResourceForm } from '../../kit/resource/resource-dialog'
import { Note } from '../../ui/note'
import { globalTags } from './definition'
import classes from './global-tag-dialog.module.css'

const scanDelay = 500

type Props = { row: GlobalTag | undefined; onClose: () => void }

/** GlobalTagDialog shows while typing whether the tag exists, and which partners and collections use it. */
export function GlobalTagDialog({ row: tag, onClose }: Props) {
  const form = useResourceForm(globalTags, tag, onClose)
  const typed = useFormState(form, (state) => state.values.name.trim())
  const [name] = useDebouncedValue(typed, scanDelay)
  const scan = useQuery({
    queryKey: ['global-tags', 'scan', name],
    queryFn: async ({ signal }) => bodyOf(await api.GET('/api/admin/global-tags/scan', { params: { query: { name } }, signal })),
    enabled: name !== '',
  })
  const current = name === typed && name !== '' ? scan.data : undefined
  return (
    <FormDialog
      title={tag ? 'Edit global tag' : addLabelOf(globalTags)}
      form={form}
      submit={tag ? 'Save' : 'Create global tag'}
      onClose={onClose}
      history={tag && historyOf(globalTags, tag)}
    >
      <TextField field={form.field('name')} label="Name" required autoFocus after={scan.isFetching ? <Loader size={14} /> : null} />
      <div role="status">{current && <ScanResult scan={current} ownId={tag?.id} />}</div>
    </FormDialog>
  )
}

function ScanResult({ scan, ownId }: { scan: Scan; ownId: number | undefined }) {
  const taken = scan.exists && scan.tag?.id !== ownId
  const used = scan.partners.length + scan.collections.length > 0
  return (
    <div className="stack gap-12">
      {taken && (
        <Note tone="warning">
          The global tag <b>{scan.tag?.name}</b> already exists.
        </Note>
      )}
      {used ? (
        <dl className={classes.uses}>
          <UsageList label="Partners using this tag" list={scan.partners} />
          <UsageList label="Collections using this tag" list={scan.collections} />
        </dl>
      ) : (
        !taken && <p className="flat small">No collection uses this tag yet.</p>
      )}
    </div>
  )
}

const scanLimit = 20

function UsageList({ label, list }: { label: string; list: Named[] }) {
  if (list.length === 0) return null
  return (
    <div>
      <dt className="label">
        {label} <span>{list.length === scanLimit ? `first ${scanLimit}` : list.length}</span>
      </dt>
      <dd>{list.map((one) => one.name).join(', ')}</dd>
    </div>
  )
}
