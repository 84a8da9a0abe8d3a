import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconPencil } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { ApiError } from '../../kit/api/error'
import { reload } from '../../kit/api/lists'
import type { CustomisationsAnswer, Partner } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { type Form, useDirty, useForm } from '../../kit/form/form'
import { FormBody, SubmitButton } from '../../kit/form/form-body'
import classes from './customizations.module.css'
import { FontsGroup } from './customizations-fonts'
import { ColourGroup, ContentGroup, HeaderGroup, ImageGroup } from './customizations-groups'
import { Preview } from './customizations-late'
import type { GroupProps } from './customizations-setting'
import { inForm, sent, standardOf, type Values } from './customizations-values'

export function CustomizationsForm({ partner, read }: { partner: Partner; read: CustomisationsAnswer }) {
  const { defaults } = read
  const standard = standardOf(defaults)
  const form: Form<Values> = useForm<Values, CustomisationsAnswer>({
    initial: inForm(read.customisations, defaults),
    version: read.customisations.version,
    async save(values, changed, version) {
      try {
        const body = { ...sent(changed, values, standard), version }
        return bodyOf(await api.PUT('/api/admin/partners/{id}/customisations', { params: { path: { id: String(partner.id) } }, body }))
      } catch (error) {
        throw theirsInForm(error, defaults)
      }
    },
    saved({ customisations }) {
      form.settle(inForm(customisations, defaults), customisations.version)
      void reload('partners')
      notify.done("This partner's customizations have been saved.")
    },
  })
  const [looking, setLooking] = useState(false)
  const page = useRef<HTMLDivElement>(null)

  const all = { form, standard }
  return (
    <FormBody form={form} onPage="bar" foot={<Foot form={form} looking={looking} onLook={() => setLooking(!looking)} />}>
      <div className={classes.split} data-looking={looking || undefined}>
        <Groups {...all} page={page} />
        <Preview {...all} partner={partner} page={page} />
      </div>
    </FormBody>
  )
}

/** Groups are the fields. When one gets the focus, the preview scrolls to the part it changes. */
function Groups({ page, ...all }: GroupProps & { page: RefObject<HTMLDivElement | null> }) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const follow = ({ target }: FocusEvent) => bring(page.current, (target as Element).closest<HTMLElement>('[data-about]')?.dataset.about)
    fields.current?.addEventListener('focusin', follow, leaving)
    return () => leaving.abort()
  }, [page])
  return (
    <div className="stack grow" ref={fields}>
      <ImageGroup {...all} />
      <ColourGroup {...all} />
      <FontsGroup {...all} />
      <HeaderGroup {...all} />
      <ContentGroup {...all} />
    </div>
  )
}

/** bring scrolls the preview to one of its parts. */
function bring(page: HTMLElement | null, part: string | undefined) {
  const place = page?.querySelector(`[data-part="${part}"]`)
  if (page && place) page.scrollTop += place.getBoundingClientRect().top - page.getBoundingClientRect().top - 8
}

/** theirsInForm converts the values of an edit conflict to form values. */
function theirsInForm(error: unknown, defaults: CustomisationsAnswer['defaults']): unknown {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.item) return error
  const theirs = error.item as CustomisationsAnswer['customisations']
  return new ApiError(409, { message: error.message, item: { ...inForm(theirs, defaults), version: theirs.version } })
}

type FootProps = { form: Form<Values>; looking: boolean; onLook: () => void }

function Foot({ form, looking, onLook }: FootProps) {
  const dirty = useDirty(form)
  const [Icon, words] = looking ? [IconPencil, 'Back to form'] : [IconDeviceDesktop, 'Preview']
  return (
    <>
      <Button variant="default" className={classes.look} leftSection={<Icon size={16} />} aria-pressed={looking} onClick={onLook}>
        {words}
      </Button>
      <span className={classes.unsaved}>{dirty && 'Unsaved changes'}</span>
      {dirty && (
        <Button variant="default" onClick={() => form.discard()}>
          Discard changes
        </Button>
      )}
      <SubmitButton form={form}>Save</SubmitButton>
    </>
  )
}
