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
import type { GroupProps } from './customizations-setting'
import { formValuesOf, requestBody, standardOf, type Values } from './customizations-values'
import { Preview } from './preview'
import { scrollToPart } from './preview-frame'

export function CustomizationsForm({ partner, loaded }: { partner: Partner; loaded: CustomisationsAnswer }) {
  const { defaults } = loaded
  const standard = standardOf(defaults)
  const form: Form<Values> = useForm<Values, CustomisationsAnswer>({
    initial: formValuesOf(loaded.customisations, defaults),
    version: loaded.customisations?.version ?? 0,
    async save(values, changed, version) {
      try {
        const body = { ...requestBody(changed, values, standard), version }
        return bodyOf(await api.PUT('/api/admin/partners/{id}/customisations', { params: { path: { id: String(partner.id) } }, body }))
      } catch (error) {
        throw conflictInForm(error, defaults)
      }
    },
    saved({ customisations }) {
      form.setBaseline(formValuesOf(customisations, defaults), customisations?.version ?? 0)
      void reload('partners')
      notify.done("This partner's customizations have been saved.")
    },
  })
  // A restored version is shown, unless it would replace unsaved input.
  useEffect(() => {
    const { customisations, defaults } = loaded
    if (!form.dirty && !form.state.busy) form.setBaseline(formValuesOf(customisations, defaults), customisations?.version ?? 0)
  }, [form, loaded])
  const [previewing, setPreviewing] = useState(false)
  const page = useRef<HTMLIFrameElement>(null)

  const groupProps = { form, standard }
  return (
    <FormBody form={form} onPage="bar" footer={<Foot form={form} previewing={previewing} onTogglePreview={() => setPreviewing(!previewing)} />}>
      <div className={classes.split} data-looking={previewing || undefined}>
        <Groups {...groupProps} page={page} />
        <Preview {...groupProps} partner={partner} page={page} />
      </div>
    </FormBody>
  )
}

/** Groups are the fields. When one gets the focus, the preview scrolls to the part it changes. */
function Groups({ page, ...props }: GroupProps & { page: RefObject<HTMLIFrameElement | null> }) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const controller = new AbortController()
    const follow = ({ target }: FocusEvent) => scrollToPart(page.current, (target as Element).closest<HTMLElement>('[data-about]')?.dataset.about)
    fields.current?.addEventListener('focusin', follow, controller)
    return () => controller.abort()
  }, [page])
  return (
    <div className="stack grow" ref={fields}>
      <ImageGroup {...props} />
      <ColourGroup {...props} />
      <FontsGroup {...props} />
      <HeaderGroup {...props} />
      <ContentGroup {...props} />
    </div>
  )
}

/** conflictInForm converts the values of an edit conflict to form values. */
function conflictInForm(error: unknown, defaults: CustomisationsAnswer['defaults']): unknown {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.item) return error
  const theirs = error.item as CustomisationsAnswer['customisations']
  return new ApiError(409, { message: error.message, item: { ...formValuesOf(theirs, defaults), version: theirs?.version } })
}

type FootProps = { form: Form<Values>; previewing: boolean; onTogglePreview: () => void }

function Foot({ form, previewing, onTogglePreview }: FootProps) {
  const dirty = useDirty(form)
  const [Icon, label] = previewing ? [IconPencil, 'Back to form'] : [IconDeviceDesktop, 'Preview']
  return (
    <>
      <Button variant="default" className={classes.look} leftSection={<Icon size={16} />} aria-pressed={previewing} onClick={onTogglePreview}>
        {label}
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
