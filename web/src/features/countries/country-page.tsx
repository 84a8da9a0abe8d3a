export function CountryPage() {
  return null
}
