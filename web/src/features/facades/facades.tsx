export function FacadesPage() {
  return null
}
