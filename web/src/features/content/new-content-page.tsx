import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { reload } from '../../kit/api/lists'
import type { Content } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { type Form, useForm } from '../../kit/form/form'
import { FormBody, MoreButton } from '../../kit/form/form-body'
import { Rich } from '../../kit/format/rich'
import { create } from '../../kit/resource/calls'
import { useIsAdmin } from '../../kit/session/session'
import { paths } from '../../paths'
import { PageLayout } from '../../ui/page-layout'
import { AddressStep } from './address-step'
import { Footer, invalidBanner, trail, typeOf } from './content-form'
import { contentList } from './content-lists'
import { ContentSteps } from './content-steps'
import { emptyValues, requestBody, useMediaTypes, type Values } from './content-values'
import { useAddress } from './use-address'

export function NewContentPage() {
  const navigate = useNavigate()
  const another = useRef(false)
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
    saved(item) {
      notify.done(
        <>
          <span>Got it!</span>{' '}
          <span>
            <Rich text="**{name}** was added." values={{ name: item.title }} />
          </span>
        </>,
        { label: 'Open', to: paths.editItem(item) },
      )
      void reload('content')
      if (another.current) address.startAgain()
      else void navigate({ to: contentList().url })
    },
  })
  const address = useAddress(form)
  async function addAnother() {
    another.current = true
    await form.submit()
    another.current = false
  }
  const ready = address.reading.page !== null && types !== undefined
  return (
    <PageLayout title="New content" trail={trail('New content')} narrow>
      <FormBody
        form={form}
        onPage="bar"
        explicit // Enter in a field that was filled in must not publish it
        footer={
          ready && (
            <Footer form={form} more={<MoreButton form={form} label="Save and add another" onClick={() => void addAnother()} />}>
              SAVE
            </Footer>
          )
        }
      >
        <div>
          <AddressStep form={form} address={address} isNew />
          {ready && <ContentSteps {...{ form, types, address, admin }} isNew />}
        </div>
      </FormBody>
    </PageLayout>
  )
}
