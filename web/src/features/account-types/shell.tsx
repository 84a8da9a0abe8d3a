import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { RecordOf } from '../../kit/api/lists'
import { number } from '../../kit/format/numbers'
import { historyOf } from '../../kit/history/record'
import { lazyComponent } from '../../kit/lazy'
import { PageTabs } from '../../kit/page/page-tabs'
import { Trail } from '../../kit/page/trail'
import { RecordPage } from '../../kit/resource/record-page'
import { RecordTools } from '../../kit/resource/record-tools'
import { useIsAdmin } from '../../kit/session/session'
import { paths } from '../../paths'
import { accountTypes } from './account-types'

export type AccountType = RecordOf<'account-types'>

export const ResourceDialog = lazyComponent(() => import('../../kit/resource/resource-dialog').then((file) => file.ResourceDialog))

/** Frame is the part that both pages of an account type share. */
export type Frame = { title: string; trail: ReactNode; tabs: ReactNode; edit: ReactNode }

/** AccountTypeShell loads the account type of a page and provides its frame. */
export function AccountTypeShell({ children }: { children: (type: AccountType, frame: Frame) => ReactNode }) {
  return (
    <RecordPage path="account-types">
      {(type) =>
        children(type, {
          title: type.name,
          trail: <Trail to={[{ label: accountTypes.many, to: paths.accountTypes() }]}>{type.name}</Trail>,
          tabs: <Tabs type={type} />,
          edit: (
            <>
              <RecordTools record={historyOf(accountTypes, type)} icon />
              <Edit type={type} />
            </>
          ),
        })
      }
    </RecordPage>
  )
}

function Tabs({ type: { id, user_templates_count } }: { type: AccountType }) {
  return (
    <PageTabs
      label="Account type sections"
      tabs={[
        { label: 'Permissions', to: paths.permissions(id) },
        { label: 'User templates', to: paths.userTemplates(id), count: number(user_templates_count) },
      ]}
    />
  )
}

function Edit({ type }: { type: AccountType }) {
  const [open, setOpen] = useState(false)
  if (!useIsAdmin()) return null
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setOpen(true)}>
        Edit
      </Button>
      <Suspense>{open && <ResourceDialog resource={accountTypes} id={type.id} row={type} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
