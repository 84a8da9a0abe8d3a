export function DestinationsPage() {
  return null
}
