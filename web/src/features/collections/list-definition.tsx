import { IconStack2 } from '@tabler/icons-react'
import type { Collection, CollectionOwner } from '../../kit/api/schema.gen'
import { NameList, RecordLink, Text, TreePath, TwoLines } from '../../kit/resource/columns'
import { defineResource } from '../../kit/resource/define'
import { paths } from '../../paths'
import classes from './collections.module.css'
import { CollectionFlags, flagsOf } from './flags'

/** ownerPath returns the URL of the owner of a collection. */
export const ownerPath = (type: Collection['type'], owner: CollectionOwner) => (type === 'partner' ? paths.partner(owner.id) : paths.user(owner.id))

export const collections = defineResource('collections', {
  one: 'Collection',
  many: 'Collections',
  about: 'Content curated and shared by partners and users',
  icon: IconStack2,
  name: (collection) => collection.name,
  sort: '-created_at',
  search: 'Search by name, code or public ID',
  tabs: {
    param: 'type',
    list: [
      { value: 'all', label: 'All' },
      { value: 'partner', label: 'Partner' },
      { value: 'personal', label: 'Personal' },
    ],
  },
  filters: [
    { name: 'partner', label: 'Partner', as: 'picker', from: 'options/partners', several: true },
    { name: 'inspires', label: 'Inspires', as: 'picker', from: 'options/inspires' },
    {
      name: 'has_tags',
      label: 'Has tags',
      as: 'select',
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
    { name: 'exact_tag', label: 'Exact tag', as: 'text', from: 'global-tags' },
    { name: 'language_id', label: 'Language', as: 'picker', from: 'options/languages', several: true, more: true },
    { name: 'content_id', label: 'Content', as: 'picker', from: 'search/content', more: true },
  ],
  columns: [
    { field: 'name', label: 'Name', opens: ({ id }) => paths.collection(id), width: '50%', minWidth: 160, cell: (row) => <Name collection={row} /> },
    {
      field: 'folder',
      label: 'Folder',
      sort: false,
      width: '12%',
      minWidth: 88,
      card: 'none',
      cell: ({ folder }) => (folder ? <TreePath path={folder.label} /> : <Text>{''}</Text>),
    },
    { field: 'tags', label: 'Tags', sort: false, width: '14%', minWidth: 84, card: 'none', cell: ({ tags }) => <NameList names={tags} /> },
    {
      field: 'owner',
      label: 'Owner',
      sort: false,
      width: '16%',
      minWidth: 104,
      card: 'bare',
      cell: ({ type, owner }) => owner && <RecordLink to={ownerPath(type, owner)}>{owner.name}</RecordLink>,
    },
    { field: 'contents_count', label: 'Content', as: 'number' },
    { field: 'shared_collections_count', label: 'Acceptances', as: 'number' },
    // Impressions are not measured yet: the column is a placeholder.
    { field: 'invite_url', label: 'Impressions', as: 'number', sort: false, card: 'none', cell: () => <Text>{''}</Text> },
    { field: 'public', label: 'Flags', sort: false, width: '15%', minWidth: 152, card: 'line', cell: (row) => <Flags collection={row} /> },
    { field: 'created_at', label: 'Created', as: 'day' },
    { field: 'alt_id', label: 'Public ID', sort: false, extra: true, card: 'none' },
  ],
  form: [],
  initial: {
    type: 'partner',
    partner_id: null,
    user_id: null,
    name: '',
    folder_id: null,
    language_id: 1,
    code: [],
    tags: [],
    inspires_publish_at: null,
    inspires_feature_at: null,
    expires_at: null,
  },
})

function Flags({ collection }: { collection: Collection }) {
  const whole = flagsOf(collection).map(({ text }) => text)
  return (
    <span className={classes.flags} title={whole.join(', ') || undefined}>
      <CollectionFlags collection={collection} />
    </span>
  )
}

/** Name is the name of a collection with its internal codes. */
function Name({ collection: { name, code } }: { collection: Collection }) {
  return <TwoLines first={name} second={code.join(' · ')} />
}
