export function HostAgenciesPage() {
  return null
}
