import { Button, Skeleton } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf, queries } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import type { Content, MediaType } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { type Form, useForm } from '../../kit/form/form'
import { confirmLeave, FormBody } from '../../kit/form/form-body'
import { Rich } from '../../kit/format/rich'
import { RecordPage, recordQuery, reloadForm } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { useIsAdmin } from '../../kit/session/session'
import { paths } from '../../paths'
import { PageLayout, WithSide } from '../../ui/page-layout'
import { AddressStep } from './address-step'
import { ContentCard } from './content-card'
import { Footer, invalidBanner, trail, typeOf } from './content-form'
import { contentList } from './content-lists'
import { ContentSteps } from './content-steps'
import { namesOf, requestBody, useMediaTypes, type Values, valuesOf } from './content-values'
import { useAddress } from './use-address'
import { usePendingStatus } from './use-pending-status'

const itemActions = () => import('./item-actions')

const placeholder = <Skeleton height={28} width={240} />

export function EditContentPage() {
  const types = useMediaTypes()
  return (
    <RecordPage path="update-content" form>
      {(item) => (types ? <EditContent key={item.id} item={item} types={types} /> : placeholder)}
    </RecordPage>
  )
}

function EditContent({ item, types }: { item: Content; types: MediaType[] }) {
  const admin = useIsAdmin()
  const form: Form<Values> = useForm<Values, Content>({
    initial: valuesOf(item),
    names: namesOf(item),
    version: item.version,
    invalidBanner,
    async save(_, __, version) {
      await address.pictureLoaded()
      const { values } = form.state
      const body = { ...requestBody(form.changed, values, typeOf(types, values), admin), version }
      const status = pending.read()
      const params = { path: { id: String(item.id) } }
      const saved = bodyOf(await api.PUT('/api/admin/update-content/{id}', { params, body })).item
      if (status === null || status === saved.status) return saved
      // Editors can't change the publish date, which the status depends on.
      return { ...saved, ...bodyOf(await api.PUT('/api/admin/content/{id}/status', { params, body: { status } })) }
    },
    saved(saved) {
      address.reset()
      form.setBaseline(valuesOf(saved), saved.version)
      queries.setQueryData(recordQuery('update-content', item.id).queryKey, saved)
      void reload('content')
      notify.done(<Rich text="**{name}** successfully updated" values={{ name: saved.title }} />)
    },
  })
  const address = useAddress(form, item.id)
  const pending = usePendingStatus(form, item)
  return (
    <PageLayout
      title="Edit content"
      tabTitle={item.title}
      about={item.title}
      trail={trail('Edit content')}
      actions={<Actions item={item} form={form} />}
    >
      <WithSide side={<ContentCard item={item} form={form} pending={pending} />} label="About this content" sticky>
        <FormBody form={form} onPage="bar" footer={<Footer form={form}>UPDATE</Footer>}>
          <div>
            <AddressStep form={form} address={address} isNew={false} />
            <ContentSteps {...{ form, types, address, admin }} isNew={false} />
          </div>
        </FormBody>
      </WithSide>
    </PageLayout>
  )
}

/** Actions are the buttons of the page header. */
function Actions({ item, form }: { item: Content; form: Form<Values> }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function copy() {
    if (!(await confirmLeave(form))) return
    setBusy(true)
    const { duplicate } = await itemActions()
    const duplicated = await duplicate(item)
    setBusy(false)
    if (!duplicated) return
    form.discard()
    await navigate({ to: paths.editItem(duplicated) })
  }

  async function remove() {
    const { askToRemove } = await itemActions()
    if (!(await askToRemove(item))) return
    form.discard()
    await navigate({ to: contentList().url })
  }

  return (
    <>
      <RecordTools
        record={{ kind: 'content', path: 'content', id: item.id, name: item.title }}
        mayLeave={() => confirmLeave(form)}
        onChanged={() => reloadForm('update-content', item.id)}
      />
      <Button variant="default" leftSection={<IconCopy size={16} />} loading={busy} onClick={() => void copy()}>
        Duplicate
      </Button>
      <Button variant="default" color="red" c="var(--danger)" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
        Delete
      </Button>
    </>
  )
}
