import { Navigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useList } from '../../kit/api/lists'
import { lazyComponent } from '../../kit/lazy'
import type { Resource } from '../../kit/resource/define'
import { ResourcePage } from '../../kit/resource/resource-page'
import { prefetch } from '../../kit/resource/view'
import { paths } from '../../paths'
import { everyPartner, partners } from './partners-definition'

const DeclaredDialog = lazyComponent(() => import('../../kit/resource/resource-dialog').then((file) => file.DeclaredDialog))

/** PartnersPage lists all partners, with a tab per account type. */
export function PartnersPage() {
  const types = useList('options/account-types', {}).data?.items
  const resource = useMemo<Resource<'partners'>>(() => {
    const list = (types ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
    return { ...partners, tabs: { param: 'account_type_id', list: [everyPartner, ...list] } }
  }, [types])
  return (
    <ResourcePage
      resource={resource}
      // A partner is edited on its own page, card by card.
      form={({ row, onClose }) =>
        row ? <Navigate to={paths.partner(row.id)} replace /> : <DeclaredDialog resource={partners} row={undefined} onClose={onClose} />
      }
    />
  )
}
PartnersPage.prefetch = prefetch(partners)
