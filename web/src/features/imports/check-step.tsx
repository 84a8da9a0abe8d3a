import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../kit/api/error'
import type { Import } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { pluralise } from '../../kit/format/numbers'
import { Note } from '../../ui/note'
import { Card } from '../../ui/page-layout'
import { startImport } from './calls'
import classes from './imports.module.css'
import { Outcome } from './outcome'

/** CheckStep shows what an import would do, and starts it. */
export function CheckStep({ item, onEdit }: { item: Import; onEdit: () => void }) {
  const [busy, setBusy] = useState(false)
  const valid = item.created + item.changed
  async function start() {
    setBusy(true)
    try {
      await startImport(item, item.rejected > 0 ? 'valid' : 'all')
    } catch (error) {
      notify.failed(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Card title="Check" step={3} about="This is what the import would do. Nothing has been changed yet.">
      <Outcome item={item} />
      {item.rejected > 0 && valid > 0 && (
        <div className={classes.after}>
          <Note>
            Import the valid rows now and the others later: download the rejected rows, correct them, and import that file. To import all rows at
            once, correct the file first and upload it again.
          </Note>
        </div>
      )}
      <div className={`row wrap end ${classes.after}`}>
        <Button variant="default" onClick={onEdit}>
          Change columns
        </Button>
        <Button loading={busy} disabled={valid === 0} onClick={() => void start()}>
          {item.rejected > 0 ? `Import ${pluralise(valid, 'valid row')}` : `Import ${pluralise(valid, 'row')}`}
        </Button>
      </div>
    </Card>
  )
}
