import { Badge } from '../../ui/badge'

const labels: Record<number, string> = { 500: 'API Error', 405: 'Not Allowed', 404: 'Not Found', 401: 'Forbidden' }

/** statusLabel is what staff call an answer; those without a name are called by their number. */
export const statusLabel = (code: number) => labels[code] ?? String(code)

/** Status tells how a call was answered; whole, with the number of what has a name. */
export function Status({ code, whole }: { code: number; whole?: boolean }) {
  const label = statusLabel(code)
  return (
    <span title={String(code)}>
      <Badge tone={code >= 500 ? 'danger' : code >= 400 ? 'warning' : 'good'}>{whole && code in labels ? `${code} ${label}` : label}</Badge>
    </span>
  )
}
