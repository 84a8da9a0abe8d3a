import type { ChangedValue, Use } from './schema.gen'

type Body = {
  message?: string
  code?: string
  errors?: Record<string, string[] | null>
  item?: unknown
  uses?: Use[] | null
  conflicts?: ChangedValue[] | null
  request_id?: string
}

const cancelled = 'cancelled'

/** ApiError is a failed request: refused, unreachable, or a server error. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly item: unknown
  readonly uses: Use[]
  /** The values that an undo would overwrite. */
  readonly conflicts: ChangedValue[]
  readonly requestId: string | undefined
  /** The user cancelled the password confirmation, so no error is shown. */
  readonly cancelled: boolean

  constructor(status: number, body: Body) {
    super(body.message || 'Something went wrong.')
    this.name = 'ApiError'
    this.status = status
    this.errors = Object.fromEntries(Object.entries(body.errors ?? {}).map(([field, list]) => [field, list ?? []]))
    this.item = body.item
    this.uses = body.uses ?? []
    this.conflicts = body.conflicts ?? []
    this.requestId = body.request_id
    this.cancelled = body.code === cancelled
  }

  static async from(response: Response): Promise<ApiError> {
    const body = await response.json().catch(() => ({}))
    return new ApiError(response.status, body as Body)
  }

  static cancelled(): ApiError {
    return new ApiError(403, { message: 'Cancelled: your password was not confirmed.', code: cancelled })
  }

  static unreachable(): ApiError {
    return new ApiError(0, { message: 'The server can’t be reached. Check your connection and try again.' })
  }
}

/** messageOf returns the message of a failure for the user: an empty text if they cancelled it themselves. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong.'
  if (error.cancelled) return ''
  return error.requestId ? `${error.message} (${error.requestId})` : error.message
}
