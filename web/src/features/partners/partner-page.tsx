export function PartnerPage() {
  return null
}
