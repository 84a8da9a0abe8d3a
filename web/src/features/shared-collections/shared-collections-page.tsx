export function SharedCollectionsPage() {
  return null
}
