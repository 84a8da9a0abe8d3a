import { Button, Group } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { ApiError } from '../../kit/api/error'
import { useList } from '../../kit/api/lists'
import type { Publisher } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import { Copy } from '../../kit/dialog/copy'
import { notify } from '../../kit/dialog/notices'
import { DateField, expiryPresets, publishPresets } from '../../kit/form/date-field'
import { CheckboxField, SegmentedField, SelectField, SwitchField, TextAreaField, TextField } from '../../kit/form/fields'
import { useForm } from '../../kit/form/form'
import { FieldRow, FormBody, SubmitButton } from '../../kit/form/form-body'
import { IconField } from '../../kit/form/icon-field'
import { ImageField, type ImageValue } from '../../kit/form/image-field'
import { MarkdownField } from '../../kit/form/markdown-field'
import { NumberField } from '../../kit/form/number-field'
import { PasswordField } from '../../kit/form/password-field'
import { PickerField, PickersField } from '../../kit/form/picker-field'
import { TagsField } from '../../kit/form/tags-field'
import { Rich } from '../../kit/format/rich'
import { Text } from '../../kit/resource/columns'
import { DataTable } from '../../kit/table/data-table'
import { useTable } from '../../kit/table/state'
import type { BulkAction, Column } from '../../kit/table/types'
import { Card, PageLayout } from '../../ui/page-layout'

/** PartsPage shows the components of the console with demo data, for development and tests. */
export function PartsPage() {
  return (
    <PageLayout title="Components" about="The building blocks of the console’s screens. Available with demo data only; nothing here is saved.">
      <Fields />
      <Notices />
      <Rows />
    </PageLayout>
  )
}

type Values = {
  name: string
  kind: 'partner' | 'personal'
  publisher_id: number | null
  publisher_ids: number[]
  code: string[]
  publish_at: string | null
  expires_at: string | null
  weight: number | null
  icon: string
  image: ImageValue | null
  synopsis: string
  notes: string
  language: string | null
  public: boolean
  agreed: boolean
  secret: string
}

const empty: Values = {
  name: '',
  kind: 'partner',
  publisher_id: null,
  publisher_ids: [],
  code: [],
  publish_at: null,
  expires_at: null,
  weight: 0,
  icon: '',
  image: null,
  synopsis: '',
  notes: '',
  language: null,
  public: false,
  agreed: false,
  secret: '',
}

/** validate validates like the server: errors by field, and by index for list entries. */
function validate(values: Values) {
  const errors: Record<string, string[]> = {}
  if (!values.name) errors.name = ['The name field is required.']
  values.code.forEach((code, i) => {
    if (!/^[A-Z0-9-]+$/.test(code)) errors[`code.${i}`] = [`“${code}” may only contain capitals, digits and hyphens.`]
  })
  if (Object.keys(errors).length > 0) throw new ApiError(422, { message: 'Please check the fields.', errors })
}

function Fields() {
  const form = useForm<Values, void>({ initial: empty, save: async (values) => validate(values) })
  return (
    <Card title="Fields">
      <FormBody form={form} onPage footer={<SubmitButton form={form}>Save</SubmitButton>}>
        <SegmentedField
          field={form.field('kind')}
          label="Type"
          options={[
            { value: 'partner', label: 'Partner' },
            { value: 'personal', label: 'Personal' },
          ]}
        />
        <TextField field={form.field('name')} label="Name" />
        <FieldRow>
          <PickerField field={form.field('publisher_id')} label="Publisher" from="options/publishers" placeholder="Choose a publisher" />
          <PickersField field={form.field('publisher_ids')} label="Other publishers" from="options/publishers" />
        </FieldRow>
        <TagsField field={form.field('code')} label="Internal codes" description="Press Enter after each code. Optional." />
        <FieldRow>
          <DateField field={form.field('publish_at')} label="Publish date" presets={publishPresets()} />
          <DateField field={form.field('expires_at')} label="Expiration date" placeholder="No expiry" presets={expiryPresets()} />
        </FieldRow>
        <FieldRow>
          <IconField field={form.field('icon')} label="Icon" />
          <NumberField field={form.field('weight')} label="Weight" />
        </FieldRow>
        <ImageField field={form.field('image')} label="Featured image" />
        <MarkdownField field={form.field('synopsis')} label="Synopsis" />
        <TextAreaField field={form.field('notes')} label="Notes" />
        <FieldRow>
          <SelectField
            field={form.field('language')}
            label="Language"
            clearable
            options={[
              { value: 'en', label: 'English' },
              { value: 'fr', label: 'French' },
            ]}
          />
          <PasswordField field={form.field('secret')} label="Password" autoComplete="new-password" />
        </FieldRow>
        <SwitchField field={form.field('public')} label="Public on Inspires" />
        <CheckboxField field={form.field('agreed')} label="Override lead in" />
      </FormBody>
    </Card>
  )
}

function Notices() {
  async function runTask() {
    const { progress, end } = notify.working('Counting to ten')
    for (let i = 1; i <= 10; i++) {
      await new Promise((resolve) => setTimeout(resolve, 120))
      progress(i / 10)
    }
    end()
    notify.done('Counted to ten')
  }
  const name = 'A **name** with stars'
  const askToDelete = () =>
    confirm({ title: 'Delete', text: <Rich text="Are you sure you want to delete **{name}**?" values={{ name }} />, action: 'Delete', danger: true })
  return (
    <Card title="Notices, confirmations and copying">
      <Group gap="xs">
        <Button variant="default" onClick={() => notify.done(<Rich text="Publisher **{name}** successfully created" values={{ name }} />)}>
          Done
        </Button>
        <Button variant="default" onClick={() => notify.failed('Something went wrong.')}>
          Failed
        </Button>
        <Button variant="default" onClick={() => notify.done('Moved to the trash', { label: 'Undo', run: () => notify.done('Restored') })}>
          With action
        </Button>
        <Button variant="default" onClick={() => void runTask()}>
          Long task
        </Button>
        <Button variant="default" onClick={() => void askToDelete()}>
          Confirmation
        </Button>
        <span>
          PID <code>7Kq2mZ9xRb</code> <Copy value="7Kq2mZ9xRb" label="Copy PID" />
        </span>
      </Group>
    </Card>
  )
}

const spec = { sort: 'name' }
const columns: Column<Publisher>[] = [
  { key: 'name', label: 'Name', sort: 'name', fixed: true, card: 'title', cell: (row) => <Text>{row.name}</Text> },
  { key: 'content_count', label: 'Content', sort: 'content_count', align: 'end', descendingFirst: true, cell: (row) => row.content_count },
]
const bulk: BulkAction[] = [
  {
    label: 'Feature',
    icon: IconStar,
    all: true,
    run: async (selected) => {
      notify.done('ids' in selected ? `Rows ${selected.ids.join(', ')}` : `All ${selected.count} with ${JSON.stringify(selected.filter)}`)
      return true
    },
  },
]

function Rows() {
  const table = useTable(spec)
  const list = useList('publishers', table.params)
  return (
    <Card title="Selectable rows">
      <DataTable
        name="parts"
        label="Publishers"
        table={table}
        list={list}
        columns={columns}
        search="Search publishers"
        bulk={bulk}
        empty={{ title: 'No publishers yet' }}
      />
    </Card>
  )
}
