import type { Content, ItemPerson } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { RecordLink } from '../../kit/resource/columns'
import { paths } from '../../paths'
import { Facts } from '../../ui/facts'

/** MadeBy shows who created and published an item, and when it was created. */
export function MadeBy({ item }: { item: Pick<Content, 'created_by' | 'admin' | 'created_at'> }) {
  return (
    <Facts
      list={[
        ['Author', <Person key="author" person={item.created_by} />],
        ['Published by', <Person key="admin" person={item.admin} />],
        ['Created', <Moment key="created" at={item.created_at} as="time" />],
      ]}
    />
  )
}

const Person = ({ person }: { person: ItemPerson | null }) => (person ? <RecordLink to={paths.user(person.id)}>{person.full_name}</RecordLink> : '—')
