import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { api, bodyOf } from '../../kit/api/client'
import { reload } from '../../kit/api/lists'
import type { ImageItem } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { CheckboxField, TextField } from '../../kit/form/fields'
import { useForm } from '../../kit/form/form'
import { confirmLeave, FormBody, SubmitButton } from '../../kit/form/form-body'
import { Rich } from '../../kit/format/rich'
import { StatusBadge } from '../../kit/format/status-badge'
import { Trail } from '../../kit/page/trail'
import { RecordPage, reloadForm } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { paths } from '../../paths'
import { Card, PageLayout } from '../../ui/page-layout'
import { contentList } from './content-lists'
import { ImageDates } from './image-dates'
import { AboutFields, AccessFields, PictureField } from './image-fields'
import classes from './image-form.module.css'
import { LegalCard } from './image-legal'
import { PreviewCard } from './image-preview'
import { emptyValues, type ImageValues, requestBody, valuesOf } from './image-values'
import { MadeBy } from './made-by'

const itemActions = () => import('./item-actions')

const imagePath = '/api/admin/images/{id}'
const withId = (id: number) => ({ params: { path: { id: String(id) } } })

export function NewImagePage() {
  return <ImageForm />
}

export function EditImagePage() {
  return (
    <RecordPage path="images" form>
      {(image) => <ImageForm key={image.id} image={image} />}
    </RecordPage>
  )
}

function ImageForm({ image }: { image?: ImageItem }) {
  const form = useImageForm(image)
  const toList = useToList()

  async function remove(image: ImageItem) {
    const { askToRemove } = await itemActions()
    if (!(await askToRemove(image))) return
    form.discard() // unsaved changes are deleted with it
    toList()
  }

  return (
    <PageLayout
      title={image ? 'Edit image' : 'New image'}
      tabTitle={image?.title}
      about={image ? undefined : 'A standalone picture, listed alongside other content'}
      trail={<Trail to={[contentList()]}>{image ? image.title : 'New image'}</Trail>}
      actions={
        image && (
          <>
            <RecordTools
              record={{ kind: 'image', path: 'images', id: image.id, name: image.title }}
              mayLeave={() => confirmLeave(form)}
              onChanged={() => reloadForm('images', image.id)}
            />
            <Button variant="default" c="var(--danger)" leftSection={<IconTrash size={16} />} onClick={() => void remove(image)}>
              Delete
            </Button>
          </>
        )
      }
    >
      <FormBody
        form={form}
        onPage="bar"
        footer={
          <>
            <Button variant="default" component={Link} to={contentList().url}>
              Cancel
            </Button>
            <SubmitButton form={form}>{image ? 'Update' : 'Save'}</SubmitButton>
          </>
        }
      >
        <div className={classes.columns}>
          <div className={classes.column}>
            <Card title="Image">
              <PictureField form={form} />
            </Card>
            <Card title="Description">
              <div className="stack">
                <TextField field={form.field('title')} label="Title" required />
                <AboutFields form={form} />
              </div>
            </Card>
            <Card title="Access & Visibility">
              <div className="stack">
                <AccessFields form={form} />
                <ImageDates form={form} />
              </div>
            </Card>
            <LegalCard form={form} />
          </div>
          <div className={classes.column}>
            <PreviewCard form={form} />
            <Card>
              <CheckboxField field={form.field('original')} label="Original" description="Created by us, not taken from another source." />
            </Card>
            {image && <StatusCard image={image} />}
          </div>
        </div>
      </FormBody>
    </PageLayout>
  )
}

function useImageForm(image: ImageItem | undefined) {
  const toList = useToList()
  return useForm<ImageValues, ImageItem>({
    initial: image ? valuesOf(image) : emptyValues(),
    names: image && {
      tag_ids: image.tags,
      destination_ids: image.destinations,
      collection_ids: image.collections,
      library_ids: image.libraries,
      partner_id: image.partner,
    },
    version: image?.version,
    invalidBanner: 'Oops! There was an error. Please review the form for more details.',
    save: async (values, changed, version) => {
      if (image) return bodyOf(await api.PUT(imagePath, { ...withId(image.id), body: { ...requestBody(changed), version } })).item
      const { published_at, ...rest } = values
      // An unchanged date means now, which the server fills in with the exact time.
      return bodyOf(await api.POST('/api/admin/images', { body: requestBody({ ...rest, ...('published_at' in changed && { published_at }) }) })).item
    },
    saved({ id, title }) {
      const text = <Rich text="Image **{title}** successfully {done}" values={{ title, done: image ? 'updated' : 'created' }} />
      notify.done(text, { label: 'Open', to: paths.editImage(id) })
      toList()
    },
  })
}

/** useToList returns a function that opens the reloaded content list. */
function useToList() {
  const navigate = useNavigate()
  return () => {
    void reload('content')
    void navigate({ to: contentList().url })
  }
}

function StatusCard({ image }: { image: ImageItem }) {
  return (
    <Card title="Status" actions={<StatusBadge status={image.status} />}>
      <MadeBy item={image} />
    </Card>
  )
}
