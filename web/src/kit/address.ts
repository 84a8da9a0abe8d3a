/** plainSearch keeps query parameters of the URL as plain text, with the names and values of the API, instead of JSON. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch(search: Record<string, unknown>): string {
    const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
    return text ? `?${text}` : ''
  },
}
