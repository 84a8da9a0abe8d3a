import { Badge } from '../../ui/badge'

const labels: Record<number, string> = { 500: 'API Error', 405: 'Not Allowed', 404: 'Not Found', 401: 'Forbidden' }

/** statusLabel is what staff call an answer; those without a name are called by their number. */
export const statusLabel = (code: number) => labels[code] ?? String(code)

/** Status tells how a call was answered. */
export function Status({ code }: { code: number }) {
  return (
    <span title={String(code)}>
      <Badge tone={code >= 500 ? 'danger' : code >= 400 ? 'warning' : 'good'}>{statusLabel(code)}</Badge>
    </span>
  )
}
