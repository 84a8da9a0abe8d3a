export function PartsPage() {
  return null
}
