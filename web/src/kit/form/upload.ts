import { ApiError } from '../api/error'
import { signInAgain } from '../api/recovery'
import type { Uploaded } from '../api/schema.gen'

export const maxBytes = 10 * 1024 * 1024 // the limit of the server
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** validateFile validates a file before the upload, with the messages of the server. */
export function validateFile(file: File): string | null {
  if (!imageTypes.includes(file.type)) return 'Must be a JPEG, PNG, GIF or WebP image.'
  if (file.size > maxBytes) return 'Must be at most 10 MB.'
  return null
}

/** upload sends a file with XMLHttpRequest, because fetch does not report progress. */
export const upload = (file: File, onProgress: (fraction: number) => void) => uploadTo<Uploaded>('/api/admin/uploads', file, onProgress)

/** uploadTo sends a file to a URL that returns an item. */
export async function uploadTo<T>(url: string, file: File, onProgress: (fraction: number) => void): Promise<T> {
  try {
    return await send(url, file, onProgress)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await signInAgain()
    return send(url, file, onProgress)
  }
}

function send<T>(url: string, file: File, onProgress: (fraction: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'json'
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = () => reject(ApiError.unreachable())
    request.onload = () => (request.status === 201 ? resolve(request.response.item) : reject(new ApiError(request.status, request.response ?? {})))
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  })
}
