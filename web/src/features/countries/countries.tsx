export function CountriesPage() {
  return null
}
