import { Button, Skeleton } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { api, bodyOf, queries } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import type { Content, MediaType } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { type Form, useDirty, useForm } from '../../kit/form/form'
import { confirmLeave, FormBody, SubmitButton } from '../../kit/form/form-body'
import { Rich } from '../../kit/format/rich'
import { lazyComponent } from '../../kit/lazy'
import { Trail } from '../../kit/page/trail'
import { create } from '../../kit/resource/calls'
import { RecordPage, recordQuery } from '../../kit/resource/record-page'
import { useIsAdmin } from '../../kit/session/session'
import { paths } from '../../paths'
import { PageLayout, WithSide } from '../../ui/page-layout'
import { AddressStep } from './address-step'
import { ContentCard } from './content-card'
import classes from './content-form.module.css'
import { emptyValues, namesOf, requestBody, useMediaTypes, type Values, valuesOf } from './content-values'
import { askToRemove, duplicate } from './item-actions'
import { useAddress } from './use-address'

// The steps include calendars and pickers. They are loaded while the record, or the page at a pasted URL, is being read.
const steps = import('./content-steps').then((file) => file.ContentSteps)
const ContentSteps = lazyComponent(() => steps)

const invalidBanner = 'Oops. Seems like something went wrong. Please check the fields highlighted in red.'

const trail = (here: string) => <Trail to={[{ label: 'Content', to: paths.content() }]}>{here}</Trail>

const typeOf = (types: MediaType[] | undefined, { type_id }: Values) => types?.find((type) => type.id === type_id)

export function NewContentPage() {
  const navigate = useNavigate()
  const admin = useIsAdmin()
  const types = useMediaTypes()
  const form: Form<Values> = useForm<Values, Content>({
    initial: emptyValues(),
    invalidBanner,
    async save() {
      await address.pictureLoaded()
      const { values } = form.state
      return (await create('content', requestBody(values, values, typeOf(types, values), admin))) as Content
    },
    saved() {
      notify.done('Got it!')
      void reload('content')
      void navigate({ to: paths.content() })
    },
  })
  const address = useAddress(form)
  const ready = address.reading.page !== null && types !== undefined
  return (
    <PageLayout title="New content" trail={trail('New content')} narrow>
      <FormBody form={form} onPage="bar" footer={ready && <Footer form={form}>SAVE</Footer>}>
        <div>
          <AddressStep form={form} address={address} isNew />
          <Suspense>{ready && <ContentSteps {...{ form, types, address, admin }} isNew />}</Suspense>
        </div>
      </FormBody>
    </PageLayout>
  )
}

const placeholder = <Skeleton height={28} width={240} />

export function EditContentPage() {
  const types = useMediaTypes()
  return (
    <RecordPage path="update-content" form>
      {(item) => <Suspense fallback={placeholder}>{types ? <EditContent key={item.id} item={item} types={types} /> : placeholder}</Suspense>}
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
      return bodyOf(await api.PUT('/api/admin/update-content/{id}', { params: { path: { id: String(item.id) } }, body })).item
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
  return (
    <PageLayout
      title="Edit content"
      tabTitle={item.title}
      about={item.title}
      trail={trail('Edit content')}
      actions={<Actions item={item} form={form} />}
    >
      <WithSide side={<ContentCard item={item} form={form} />} label="About this content" sticky>
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
    const duplicated = await duplicate(item)
    setBusy(false)
    if (!duplicated) return
    form.discard()
    await navigate({ to: paths.editItem(duplicated) })
  }

  async function remove() {
    if (!(await askToRemove(item))) return
    form.discard()
    await navigate({ to: paths.content() })
  }

  return (
    <>
      <Button variant="default" leftSection={<IconCopy size={16} />} loading={busy} onClick={() => void copy()}>
        Duplicate
      </Button>
      <Button variant="default" color="red" c="var(--danger)" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
        Delete
      </Button>
    </>
  )
}

function Footer({ form, children }: { form: Form<Values>; children: ReactNode }) {
  const dirty = useDirty(form)
  return (
    <>
      <span className={classes.unsaved}>{dirty && 'Unsaved changes'}</span>
      <Button variant="default" component={Link} to={paths.content()}>
        Cancel
      </Button>
      <SubmitButton form={form}>{children}</SubmitButton>
    </>
  )
}
