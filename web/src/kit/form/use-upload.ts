import { useState } from 'react'
import { ApiError, messageOf } from '../api/error'
import type { Uploaded } from '../api/schema.gen'
import { upload, validateFile } from './upload'

type UploadTarget = {
  set: (image: Uploaded) => void
  /** Makes the form wait for the upload before it saves. */
  waitFor: (work: Promise<boolean>) => void
  /** Keeps the form from being saved without the file that could not be uploaded. */
  setProblem: (message: string | null) => void
}

/** useUpload uploads a file as soon as it is selected. It returns the progress from 0 to 1, or null if nothing is being uploaded. */
export function useUpload(target: UploadTarget) {
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  function report(message: string | null) {
    setProblem(message)
    target.setProblem(message)
  }

  function selectFile(file: File | undefined) {
    if (!file) return
    const invalid = validateFile(file)
    report(invalid)
    if (invalid) return
    setProgress(0)
    target.waitFor(send(file))
  }
  async function send(file: File): Promise<boolean> {
    try {
      target.set(await upload(file, setProgress))
      return true
    } catch (error) {
      report(error instanceof ApiError ? (error.errors.file?.join(' ') ?? error.message) : messageOf(error))
      return false
    } finally {
      setProgress(null)
    }
  }
  return { progress, problem, selectFile, discard: () => report(null) }
}
