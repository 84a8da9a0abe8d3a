import { labelOf } from '../../kit/format/values'

/** The names of all job kinds. */
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

/** jobName returns the name of a job kind. */
export const jobName = (kind: string) => jobs[kind] ?? labelOf(kind)
