import { Badge } from '../../ui/badge'

const labels: Record<number, string> = { 500: 'API Error', 405: 'Not Allowed', 404: 'Not Found', 401: 'Forbidden' }

/** statusLabel returns the label of a status code, or the code itself. */
export const statusLabel = (code: number) => labels[code] ?? String(code)

/** Status is a badge with the label of a status code. With `withCode`, a named status includes its code. */
export function Status({ code, withCode }: { code: number; withCode?: boolean }) {
  const label = statusLabel(code)
  return (
    <span title={String(code)}>
      <Badge tone={code >= 500 ? 'danger' : code >= 400 ? 'warning' : 'good'}>{withCode && code in labels ? `${code} ${label}` : label}</Badge>
    </span>
  )
}
