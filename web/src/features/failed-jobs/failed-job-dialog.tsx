import { Button, Group } from '@mantine/core'
import { IconReload } from '@tabler/icons-react'
import { useState } from 'react'
import type { FailedJob } from '../../kit/api/schema.gen'
import { Dialog } from '../../kit/dialog/dialog'
import { Moment } from '../../kit/format/moment'
import { number } from '../../kit/format/numbers'
import { formatValue, labelOf } from '../../kit/format/values'
import { Facts, MultilineText } from '../../ui/facts'
import classes from './failed-jobs.module.css'
import { retry } from './retry'
import { jobName } from './words'

/** FailedJobDialog shows a failed job with its arguments and the full error. */
export function FailedJobDialog({ job, onClose }: { job: FailedJob; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  async function handleRetry() {
    setBusy(true)
    await retry(job)
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={jobName(job.kind)} size={640}>
      <h3 className={classes.title}>Last error</h3>
      <pre className={classes.error}>{job.error || 'No error message'}</pre>
      <Facts
        list={[
          ['Arguments', <MultilineText key="arguments">{formatValue(job.arguments)}</MultilineText>],
          ['Queue', labelOf(job.queue)],
          ['Attempts', number(job.attempts)],
          ['Queued', <Moment key="queued" at={job.created_at} as="time" />],
          ['Failed', <Moment key="failed" at={job.failed_at} as="time" />],
          ['Job', `${job.kind} #${job.id}`],
        ]}
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button leftSection={<IconReload size={16} />} loading={busy} onClick={handleRetry}>
          Retry
        </Button>
      </Group>
    </Dialog>
  )
}
