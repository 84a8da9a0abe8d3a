export function SharedCollectionPage() {
  return null
}
