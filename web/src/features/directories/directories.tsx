export function ConsortiaPage() {
  return null
}

export function HostAgenciesPage() {
  return null
}
