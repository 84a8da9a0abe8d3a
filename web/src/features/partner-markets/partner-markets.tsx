export function PartnerMarketsPage() {
  return null
}
