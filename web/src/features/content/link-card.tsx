import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf, queries } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { reload } from '../../kit/api/lists'
import type { Content, Link } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import type { Form } from '../../kit/form/form'
import { Moment } from '../../kit/format/moment'
import { recordQuery } from '../../kit/resource/record-page'
import { ExternalLink } from '../../ui/external-link'
import { Card } from '../../ui/page-layout'
import type { Values } from './content-values'
import { LinkBadge } from './link-badge'

// Not below ['content'], which is reloaded when the item is deleted.
const key = (id: number) => ['content-link', id]
const params = (id: number) => ({ params: { path: { id: String(id) } } })

/** LinkCard says whether the link of an item works, and checks it on request. */
export function LinkCard({ item, form }: { item: Content; form: Form<Values> }) {
  const { data: link } = useQuery({
    queryKey: [...key(item.id), item.version],
    queryFn: async () => bodyOf(await api.GET('/api/admin/content/{id}/link', params(item.id))).item,
  })
  return (
    <Card title="Link" actions={link && <LinkBadge status={link.status} />}>
      {link && <Findings link={link} form={form} />}
      <CheckButton item={item} />
    </Card>
  )
}

function Findings({ link, form }: { link: Link; form: Form<Values> }) {
  const isNew = link.status === 'moved' && form.state.values.content_url !== link.final_url
  return (
    <>
      {link.problem && <p className="flat">{link.problem}</p>}
      {link.status === 'moved' && (
        <p className="flat">
          <ExternalLink to={link.final_url} title={link.final_url}>
            {link.final_url}
          </ExternalLink>
        </p>
      )}
      {isNew && (
        <Button variant="light" mt="xs" fullWidth onClick={() => form.set('content_url', link.final_url)}>
          Use new address
        </Button>
      )}
      <p className="hint">
        {link.checked_at ? (
          <>
            Checked <Moment at={link.checked_at} />
          </>
        ) : (
          'Not checked yet.'
        )}
        {link.failing_since && (
          <>
            , failing since <Moment at={link.failing_since} as="date" />
          </>
        )}
        {link.host_due > 1 && ` ${link.host_due} links to ${link.host} wait for a check; the oldest are checked first.`}
      </p>
    </>
  )
}

function CheckButton({ item }: { item: Content }) {
  const [busy, setBusy] = useState(false)
  async function check() {
    setBusy(true)
    try {
      const { item: link } = bodyOf(await api.POST('/api/admin/content/{id}/check-link', params(item.id)))
      queries.setQueryData([...key(item.id), item.version], link)
      queries.setQueryData<Content>(
        recordQuery('update-content', item.id).queryKey,
        (before) => before && { ...before, link_status: link.status, link_checked_at: link.checked_at },
      )
      void reload('content')
    } catch (error) {
      notify.failed(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <Button variant="default" mt="sm" fullWidth leftSection={<IconRefresh size={16} />} loading={busy} onClick={() => void check()}>
      Check now
    </Button>
  )
}
