export function ContentDepthsPage() {
  return null
}
