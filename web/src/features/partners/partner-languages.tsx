import { Button } from '@mantine/core'
import { IconLanguage, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { useList } from '../../kit/api/lists'
import type { PartnerLanguage } from '../../kit/api/schema.gen'
import { useSoon } from '../../kit/page/sections'
import { specOf } from '../../kit/resource/ask'
import { columnOf, Text } from '../../kit/resource/columns'
import { below, defineResource, newWord } from '../../kit/resource/define'
import { askToDelete } from '../../kit/resource/sentences'
import { DataTable } from '../../kit/table/data-table'
import { useOpen } from '../../kit/table/open'
import { useTable } from '../../kit/table/state'
import type { Action } from '../../kit/table/types'
import classes from './partner-details.module.css'

const languages = defineResource('partners/{partner_id}/languages', {
  one: 'Language',
  many: 'Languages',
  about: 'What the partner’s visitors read: e-mails to advisors, the label of the call to action',
  icon: IconLanguage,
  name: ({ name }) => name,
  sort: 'id',
  columns: [
    { field: 'name', label: 'Language', sort: false, opens: true, width: '16%', least: 110 },
    { field: 'advisor_email_subject', label: 'Advisor email subject', sort: false, width: '25%', least: 160, card: 'line' },
    {
      field: 'advisor_email_body',
      label: 'Advisor email body',
      sort: false,
      least: 200,
      card: 'line',
      cell: ({ advisor_email_body: body }) => <Body>{body}</Body>,
    },
    { field: 'cta_label', label: 'CTA label', sort: false, width: '17%', least: 110 },
  ],
  form: [
    { field: 'language_id', label: 'Language', as: 'picker', from: 'options/languages', named: 'language' },
    { field: 'advisor_email_subject', label: 'Advisor email subject', as: 'text' },
    { field: 'advisor_email_body', label: 'Advisor email body', as: 'textarea' },
    { field: 'cta_label', label: 'CTA label', as: 'text' },
  ],
  initial: { language_id: 1, advisor_email_subject: '', advisor_email_body: '', cta_label: '' },
})

const spec = specOf(languages)
// Four are few: none of them is put away.
const columns = languages.columns.map((column) => ({ ...columnOf(languages, column), fixed: true }))

function Body({ children }: { children: string }) {
  if (!children) return <Text>{children}</Text>
  return (
    <span className={classes.clipped} title={children}>
      {children}
    </span>
  )
}

const loadDialog = () => Promise.all([import('../../kit/resource/resource-dialog'), import('./partner-language-dialog')])
const ResourceDialog = lazy(() =>
  loadDialog().then(([file]) => ({ default: file.ResourceDialog })),
) as typeof import('../../kit/resource/resource-dialog').ResourceDialog
const LanguageDialog = lazy(() => loadDialog().then(([, file]) => ({ default: file.LanguageDialog })))

/** PartnerLanguages is what a partner says to visitors, language by language. */
export function PartnerLanguages({ partner }: { partner: number }) {
  const resource = useMemo(() => below(languages, { partner_id: partner }), [partner])
  const table = useTable(spec)
  const list = useList(resource.path, table.params)
  const { open, show, close } = useOpen('edit', 'new')
  useSoon(loadDialog)
  const actions = useMemo<Action<PartnerLanguage>[]>(
    () => [
      { label: 'Edit', icon: IconPencil, run: ({ id }) => show({ edit: String(id) }) },
      { label: 'Delete', icon: IconTrash, danger: true, run: (row) => void askToDelete(resource, row) },
    ],
    [resource, show],
  )
  const fresh = (
    <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={() => show({ new: '1' })}>
      {newWord(resource)}
    </Button>
  )
  const id = open.edit ? Number(open.edit) : null
  return (
    <>
      <DataTable
        name="partners/id/languages"
        label="Languages"
        title="Languages"
        header={fresh}
        table={table}
        list={list}
        likely={1}
        columns={columns}
        actions={actions}
        empty={{ icon: resource.icon, title: 'No languages yet', text: resource.about }}
      />
      <Suspense>
        {(open.new !== undefined || id !== null) && (
          <ResourceDialog
            key={id ?? 'new'}
            resource={resource}
            id={id}
            row={list.data?.items.find((row) => row.id === id)}
            onClose={close}
            form={(props) => <LanguageDialog resource={resource} {...props} />}
          />
        )}
      </Suspense>
    </>
  )
}
