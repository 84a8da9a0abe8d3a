import type { Node, Nodes } from '../../kit/api/schema.gen'
import { Moment } from '../../kit/format/moment'
import { Badge } from '../../ui/badge'
import { CheckedCard } from './state'
import classes from './status.module.css'

const states = {
  ready: ['good', 'Ready'],
  draining: ['warning', 'Draining'],
  gone: ['danger', 'Gone'],
} as const

/** NodesCard lists the servers that use the database. */
export function NodesCard({ items, ...result }: Nodes) {
  return (
    <CheckedCard title="Nodes" result={result} wide>
      {items.length === 0 ? (
        <p className="small flat">No server is listed. A read-only server doesn't list itself.</p>
      ) : (
        <table className={classes.table} aria-label="Nodes">
          <thead>
            <tr>
              <th>Name</th>
              <th>State</th>
              <th>Version</th>
              <th>Up since</th>
              <th>Last seen</th>
            </tr>
          </thead>
          <tbody>
            {items.map((node) => (
              <Row key={node.id} node={node} />
            ))}
          </tbody>
        </table>
      )}
    </CheckedCard>
  )
}

function Row({ node }: { node: Node }) {
  const [tone, word] = states[node.state]
  return (
    <tr>
      <th scope="row" className="anywhere">
        {node.name}
        {node.self && <span className="hint"> (this one)</span>}
      </th>
      <td data-label="State">
        <Badge tone={tone}>{word}</Badge>
      </td>
      <td data-label="Version" className="anywhere">
        {node.version}
      </td>
      <td data-label="Up since">
        <Moment at={node.started_at} as="time" />
      </td>
      <td data-label="Last seen">
        <Moment at={node.seen_at} as="ago" />
      </td>
    </tr>
  )
}
