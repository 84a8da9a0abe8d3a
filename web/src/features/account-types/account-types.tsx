export function AccountTypesPage() {
  return null
}
