export function UserPage() {
  return null
}
export function UserCollectionsPage() {
  return null
}
