export function ConsortiaPage() {
  return null
}
