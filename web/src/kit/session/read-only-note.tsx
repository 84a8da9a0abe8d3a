import { Note } from '../../ui/note'
import { start } from '../start'

/** ReadOnlyNote says on every page that nothing can be saved, while the operator allows no changes. */
export function ReadOnlyNote({ className }: { className?: string }) {
  if (!start.read_only) return null
  return (
    <div className={className} role="status">
      <Note tone="warning">Read-only: you can look at everything, but nothing can be saved at the moment.</Note>
    </div>
  )
}
