export function SubjectAreasPage() {
  return null
}
