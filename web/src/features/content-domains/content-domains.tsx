export function ContentDomainsPage() {
  return null
}
