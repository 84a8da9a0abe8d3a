import { IconAffiliate, IconBuildingCommunity } from '@tabler/icons-react'
import type { Organisation } from '../../kit/api/schema.gen'
import { Pictured } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { Thumb } from '../../ui/thumb'

/** The common part of both directories: organisations with a name, a slug and a logo. */
const directory = {
  name: (organisation: Organisation) => organisation.name,
  sort: 'name',
  merges: true,
  columns: [
    {
      field: 'name',
      label: 'Name',
      opens: true,
      cell: ({ name, logo }: Organisation) => <Pictured picture={<Thumb src={logo?.thumb_url} whole />} name={name} />,
    },
    { field: 'logo', label: 'Logo', as: 'tick', sort: false },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    { field: 'slug', label: 'Slug', as: 'slug', required: true, from: 'name', description: 'Used in links.' },
    { field: 'logo', label: 'Logo', as: 'image' },
  ],
  initial: { name: '', slug: '', logo: null },
} as const

export const consortia = defineResource('consortia', {
  ...directory,
  one: 'Consortium',
  many: 'Consortia',
  about: 'Buying groups that agencies belong to',
  icon: IconAffiliate,
  search: 'Search consortia',
})

export const hostAgencies = defineResource('host-agencies', {
  ...directory,
  one: 'Host agency',
  many: 'Host agencies',
  about: 'Agencies that independent advisors work under',
  icon: IconBuildingCommunity,
  search: 'Search host agencies',
})

export const ConsortiaPage = pageOf(consortia)

export const HostAgenciesPage = pageOf(hostAgencies)
