import { titled } from '../../kit/format/values'

/** Every job there is, by the word the queues use. */
export const jobs: Record<string, string> = {
  'convert-image': 'Resize image',
  'discard-files': 'Delete image files',
  'purge-trash': 'Empty expired trash',
  'send-password-link': 'Send password link',
  'sweep-sessions': 'Delete expired sessions',
  'sweep-exports': 'Delete old exports',
  'sweep-uploads': 'Delete unused uploads',
  'write-export': 'Write export',
}

/** jobName is what a job does, in words. */
export const jobName = (kind: string) => jobs[kind] ?? titled(kind)
