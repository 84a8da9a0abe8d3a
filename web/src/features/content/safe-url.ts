/** safeUrl parses a URL that may be linked to: http or https, never javascript. */
export function safeUrl(address: string): URL | null {
  return /^https?:\/\//i.test(address.trim()) && URL.canParse(address) ? new URL(address) : null
}
