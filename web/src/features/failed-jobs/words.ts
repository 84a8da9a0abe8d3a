import { titled } from '../../kit/format/values'

/** Every job there is, by the word the queues use. */
export const jobs: Record<string, string> = {
  'convert-image': 'Make the sizes of an image',
  'discard-files': 'Delete the files of an image',
  'purge-trash': 'Empty the old trash',
  'send-password-link': 'Send a link to set a password',
  'sweep-sessions': 'Forget ended sessions',
  'sweep-exports': 'Delete old exports',
  'sweep-uploads': 'Forget unused uploads',
  'write-export': 'Write an export',
}

/** jobName is what a job does, in words. */
export const jobName = (kind: string) => jobs[kind] ?? titled(kind)
