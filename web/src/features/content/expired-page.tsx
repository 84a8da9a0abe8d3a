export function ExpiredContentPage() {
  return null
}
