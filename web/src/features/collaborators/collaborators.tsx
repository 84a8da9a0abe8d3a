export function CollaboratorsPage() {
  return null
}
