export function UserTemplatesPage() {
  return null
}
