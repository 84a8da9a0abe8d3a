import { Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../api/admin'
import { messageOf } from '../api/error'
import { listKey } from '../api/lists'
import type { DuplicateGroup, Duplicates } from '../api/schema.gen'
import { SideDialog } from '../dialog/side-dialog'
import { labelsOf } from './labels'
import classes from './merge.module.css'
import { MergeDialog } from './merge-dialog'
import type { MergeKind } from './use-merge'

const reasons = { name: 'Same name', spelling: 'Similar spelling', url: 'Same URL' }

/** DuplicatesDialog lists groups of records that may be the same. */
export function DuplicatesDialog({ kind, onClose }: { kind: MergeKind; onClose: () => void }) {
  const [prefix, setPrefix] = useState('')
  const [sent] = useDebouncedValue(prefix.trim(), 250)
  const [group, setGroup] = useState<DuplicateGroup | null>(null)
  const found = useQuery({
    queryKey: [...listKey(kind.path), 'duplicates', sent],
    queryFn: ({ signal }) => admin.get<Duplicates>(`${kind.path}/duplicates`, { begins_with: sent || undefined }, signal),
    staleTime: 0,
  })
  const many = kind.many.toLowerCase()
  return (
    <SideDialog title={`Duplicate ${many}`} about={`Groups of ${many} that may be the same.`} onClose={onClose}>
      {(prefix || found.data?.is_complete === false) && (
        <TextInput
          mb="md"
          label="Begins with"
          description="Not all duplicates are listed. Enter the beginning of a name to find more."
          maxLength={80}
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
        />
      )}
      {found.isError ? (
        <p role="alert">{messageOf(found.error)}</p>
      ) : !found.data ? (
        <Skeleton height={120} />
      ) : found.data.groups.length === 0 ? (
        <p className="dimmed">No duplicates found.</p>
      ) : (
        <ul className={classes.groups} aria-label={`Duplicate ${many}`}>
          {found.data.groups.map((each) => (
            <li key={each.records[0]?.id} className={classes.group}>
              <div>
                <span className="dimmed">{reasons[each.reason]}</span>
                <ul>
                  {labelsOf(each.records).map(({ id, label }) => (
                    <li key={id}>{label}</li>
                  ))}
                </ul>
              </div>
              <Button variant="default" onClick={() => setGroup(each)}>
                Merge
              </Button>
            </li>
          ))}
        </ul>
      )}
      {group && <MergeDialog kind={kind} records={group.records} onClose={() => setGroup(null)} />}
    </SideDialog>
  )
}
