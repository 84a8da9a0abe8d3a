import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../kit/api/client'
import type { Content, Image } from '../../kit/api/schema.gen'
import type { Form } from '../../kit/form/form'
import { type SelectableStatus, StatusBadge } from '../../kit/format/status-badge'
import { labelOf } from '../../kit/format/values'
import { recordQuery } from '../../kit/resource/record-page'
import { Card } from '../../ui/page-layout'
import { SegmentedControl } from '../../ui/segmented-control'
import { Tick } from '../../ui/tick'
import classes from './content-form.module.css'
import type { Values } from './content-values'
import { LinkCard } from './link-card'
import { MadeBy } from './made-by'
import type { PendingStatus } from './use-pending-status'

const states = ['draft', 'published', 'expired'] as const

type Props = { item: Content; form: Form<Values>; pending: PendingStatus }

/** ContentCard is the side of the form: status, author, and conversions of the featured image. */
export function ContentCard({ item, form, pending }: Props) {
  // Conversions are generated in the background: the item is polled until they exist.
  useQuery({
    ...recordQuery('update-content', item.id),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.featured_image?.generated_conversions.length === 0 && state.dataUpdateCount < 30 ? 2_000 : false),
  })
  return (
    <>
      <Card title="Status" actions={<State status={item.status} />}>
        <StatusSwitch item={item} form={form} pending={pending} />
        <Box mt="md">
          <MadeBy item={item} />
        </Box>
      </Card>
      <LinkCard item={item} form={form} />
      <Card title="Featured image">
        <Conversions image={item.featured_image} />
      </Card>
    </>
  )
}

const State = ({ status }: { status: Content['status'] }) => (
  <Box component="span" mt={3}>
    <StatusBadge status={status} />
  </Box>
)

/** StatusSwitch changes the status immediately, or together with the unsaved changes of the form. */
function StatusSwitch({ item, form, pending }: Props) {
  const [busy, setBusy] = useState(false)
  async function change(status: SelectableStatus) {
    if (form.dirty) return pending.choose(status)
    setBusy(true)
    const { switchStatus } = await import('./status')
    const response = await switchStatus(item, status)
    setBusy(false)
    if (!response) return
    const { version, ...changed } = response
    const { published_at, expires_at } = changed
    // If someone else saved in between, the next save of this form must report the conflict.
    form.adopt({ published_at, expires_at }, version - 1 === form.version ? version : form.version)
    const { queryKey } = recordQuery('update-content', item.id)
    queries.setQueryData<Content>(queryKey, (before) => before && { ...before, ...changed })
    void queries.invalidateQueries({ queryKey })
  }
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Status"
        disabled={busy}
        data={states.map((value) => ({ value, label: labelOf(value) }))}
        value={pending.status ?? (item.status === 'scheduled' ? '' : item.status)}
        onChange={(next) => void change(next as SelectableStatus)}
      />
      <div role="status">
        {pending.status && pending.status !== item.status && (
          <Box className="hint" mt={6}>
            Saved together with your other changes.
          </Box>
        )}
      </div>
    </>
  )
}

function Conversions({ image }: { image: Image | null }) {
  if (!image) return <p className="flat dimmed">No image yet.</p>
  if (image.generated_conversions.length === 0) return <p className="flat dimmed">Generating conversions…</p>
  return (
    <table className={classes.conversions}>
      <thead>
        <tr>
          <th>Conversion</th>
          <th>Size</th>
          <th>Generated</th>
          <th>Responsive</th>
        </tr>
      </thead>
      <tbody>
        {image.generated_conversions.map(({ name, url, meta, has_conversion, has_responsive }) => (
          <tr key={name}>
            <th scope="row">
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
            </th>
            <td>{`${meta.width} × ${meta.height}`}</td>
            <td>
              <Tick on={has_conversion} />
            </td>
            <td>
              <Tick on={has_responsive} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
