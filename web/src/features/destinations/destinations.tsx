import { IconMapPin } from '@tabler/icons-react'
import { Marked } from '../../kit/format/marked'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import classes from './destinations.module.css'

const arrow = ' > '

export const destinations = defineResource('destinations', {
  one: 'Destination',
  many: 'Destinations',
  about: 'The places content is about, from continents down',
  icon: IconMapPin,
  name: (destination) => destination.name,
  sort: 'label',
  search: 'Search destinations',
  filters: [{ name: 'parent_id', label: 'Parent', as: 'picker', from: 'search/destinations' }],
  columns: [
    { field: 'label', label: 'Destination', opens: true, cell: ({ label }) => <Label text={label} /> },
    { field: 'content_count', label: 'Content count', as: 'number' },
    { field: 'children_count', label: 'Right below', as: 'number', sort: false, extra: true },
  ],
  form: [
    {
      field: 'parent_id',
      label: 'Parent',
      as: 'picker',
      from: 'search/destinations',
      named: 'parent',
      placeholder: 'None',
      description: 'What it lies in. Leave it empty for the top of the tree.',
    },
    { field: 'name', label: 'Name', as: 'text' },
  ],
  initial: { parent_id: null, name: '' },
})

/** Label writes the way down to a place. The place itself stands out, and is the last to be cut. */
function Label({ text }: { text: string }) {
  const own = text.split(arrow).at(-1) ?? ''
  const above = text.slice(0, text.length - own.length)
  return (
    <span className={classes.label} title={text}>
      {above && (
        <span className={classes.above}>
          <Marked text={above} />
        </span>
      )}
      <span className={classes.own}>
        <Marked text={own} />
      </span>
    </span>
  )
}

export const DestinationsPage = pageOf(destinations)
