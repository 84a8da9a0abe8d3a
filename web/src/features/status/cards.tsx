import type { Backups, Database, Mail, Replica, Storage, Versions } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { number } from '../../kit/format/numbers'
import { Facts } from '../../ui/facts'
import { formatBytes, formatMilliseconds } from './format'
import { CheckedCard } from './state'

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

export function DatabaseCard(database: Database) {
  const known = database.state !== 'failed'
  return (
    <CheckedCard title="Database" result={database}>
      <Facts
        bare
        list={[
          ['Engine', `${engines[database.engine]} ${database.version}`],
          ['Size', known ? formatBytes(database.size) : '—'],
          ['Response', known ? formatMilliseconds(database.response) : '—'],
          ['Connections', `${number(database.in_use)} in use, ${number(database.connections)} open, ${number(database.limit)} allowed`],
          ['Waits', `${number(database.waits)} since the start`],
        ]}
      />
    </CheckedCard>
  )
}

const replicaStates = { ok: 'OK', lagging: 'Lagging', unavailable: 'Unavailable' }

function ReplicaFact({ name, state, lag }: Replica) {
  return (
    <>
      {lag > 0 ? `${replicaStates[state]}, ${formatMilliseconds(lag)} behind` : replicaStates[state]}
      <div className="hint">{name}</div>
    </>
  )
}

/** ReplicasCard lists the replicas of the database, if there are any. */
export function ReplicasCard({ replicas }: { replicas: Replica[] }) {
  if (replicas.length === 0) return null
  return (
    <CheckedCard title="Replicas" result={{ state: replicas.every((replica) => replica.state === 'ok') ? 'ok' : 'warning', problem: '' }}>
      <Facts bare list={replicas.map((replica, index) => [`Replica ${index + 1}`, <ReplicaFact key={replica.name} {...replica} />])} />
    </CheckedCard>
  )
}

const storages = { folder: 'Folder', bucket: 'Bucket' }

export function StorageCard(storage: Storage) {
  return (
    <CheckedCard title="Storage" result={storage}>
      <Facts
        bare
        list={[
          ['Files in', storages[storage.kind]],
          ['Response', storage.state === 'failed' ? '—' : formatMilliseconds(storage.response)],
        ]}
      />
    </CheckedCard>
  )
}

const modes = { smtp: 'Sent by a mail server', held: 'Held', log: 'Written to the log' }

export function MailCard(mail: Mail) {
  return (
    <CheckedCard title="Mail" result={mail}>
      <Facts
        bare
        list={[
          ['Messages', modes[mail.mode]],
          ['Last sent', <Moment key="sent" at={mail.sent_at} as="ago" />],
          ['Last failure', <Moment key="failed" at={mail.failed_at} as="ago" />],
        ]}
      />
    </CheckedCard>
  )
}

/** BackupsCard shows the newest scheduled backup. On PostgreSQL, the tools of the database make backups. */
export function BackupsCard({ engine, ...backups }: Backups & { engine: Database['engine'] }) {
  if (engine === 'postgres')
    return (
      <CheckedCard title="Backups">
        <p className="small flat">Made with the tools of PostgreSQL, which this page knows nothing about.</p>
      </CheckedCard>
    )
  return (
    <CheckedCard title="Backups" result={backups}>
      <Facts
        bare
        list={[
          ['Scheduled', backups.scheduled ? 'Yes' : 'No'],
          ['Last backup', <Moment key="last" at={backups.last_at} as="time" />],
        ]}
      />
    </CheckedCard>
  )
}

export function VersionsCard(versions: Versions) {
  return (
    <CheckedCard title="Versions">
      <Facts
        bare
        list={[
          ['Program', versions.program],
          ['Schema', versions.schema ? String(versions.schema) : '—'],
          ['Go', versions.go.replace(/^go/, '')],
        ]}
      />
    </CheckedCard>
  )
}
