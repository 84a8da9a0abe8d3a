export function RegionsPage() {
  return null
}
