import { Badge } from '../../ui/badge'
import { Card } from '../../ui/page-layout'
import classes from './insights.module.css'

const cards = [
  { title: 'Sources', text: 'Where visitors come from.' },
  { title: 'Countries', text: 'Which countries visitors are in.' },
  { title: 'Languages', text: 'Which languages visitors use.' },
]

/** Unmeasured shows placeholders for figures that the events do not contain. */
export function Unmeasured() {
  return (
    <ul className={classes.unmeasured} aria-label="Not measured yet">
      {cards.map(({ title, text }) => (
        <li key={title}>
          <Card title={title} actions={<Badge>Not measured yet</Badge>}>
            <p className="small">{text}</p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
