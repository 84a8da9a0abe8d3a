import { IconLanguage } from '@tabler/icons-react'
import { useMemo } from 'react'
import { lazyComponent } from '../../kit/lazy'
import { usePreload } from '../../kit/preload'
import { Text } from '../../kit/resource/columns'
import { defineResource, withParentIds } from '../../kit/resource/define'
import { ResourceCard } from '../../kit/resource/resource-page'

const languages = defineResource('partners/{partner_id}/languages', {
  one: 'Language',
  kind: 'partner language',
  many: 'Languages',
  about: 'E-mails to advisors and the call-to-action label, by language',
  icon: IconLanguage,
  name: ({ name }) => name,
  sort: 'id',
  columns: [
    { field: 'name', label: 'Language', sort: false, opens: true, width: '16%', minWidth: 110 },
    { field: 'advisor_email_subject', label: 'Advisor e-mail subject', sort: false, width: '25%', minWidth: 160, card: 'line' },
    {
      field: 'advisor_email_body',
      label: 'Advisor e-mail body',
      sort: false,
      minWidth: 200,
      card: 'line',
      cell: ({ advisor_email_body: body }) => <Body>{body}</Body>,
    },
    { field: 'cta_label', label: 'CTA label', sort: false, width: '17%', minWidth: 110 },
  ],
  form: [
    { field: 'language_id', label: 'Language', as: 'picker', required: true, from: 'options/languages', named: 'language' },
    { field: 'advisor_email_subject', label: 'Advisor e-mail subject', as: 'text' },
    { field: 'advisor_email_body', label: 'Advisor e-mail body', as: 'textarea' },
    { field: 'cta_label', label: 'CTA label', as: 'text' },
  ],
  initial: { language_id: 1, advisor_email_subject: '', advisor_email_body: '', cta_label: '' },
})

function Body({ children }: { children: string }) {
  if (!children) return <Text>{children}</Text>
  return (
    <span className="clamp" title={children}>
      {children}
    </span>
  )
}

const loadDialog = () => import('./partner-language-dialog')
const LanguageDialog = lazyComponent(() => loadDialog().then((file) => file.LanguageDialog))

/** PartnerLanguages lists a partner's texts by language. */
export function PartnerLanguages({ partner }: { partner: number }) {
  const resource = useMemo(() => withParentIds(languages, { partner_id: partner }), [partner])
  usePreload(loadDialog)
  return <ResourceCard resource={resource} expectedRows={1} form={(open) => <LanguageDialog resource={resource} {...open} />} />
}
