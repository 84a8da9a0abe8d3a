export function CollaboratorPage() {
  return null
}
