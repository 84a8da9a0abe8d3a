/** FirstRequest is a request that the page has sent before the app was loaded (index.html). */
type FirstRequest = { url: string; response: Promise<Response> }

const maxAge = 5_000 // ms since the page was opened, as long as a list counts as fresh

/** takeFirstRequest returns the response to a request if the page has sent the same one already, once. */
export function takeFirstRequest({ method, url }: Request): Promise<Response> | undefined {
  const page = window as { firstRequest?: FirstRequest }
  const first = page.firstRequest
  if (!first || method !== 'GET' || url !== new URL(first.url, location.origin).href) return undefined
  page.firstRequest = undefined
  return performance.now() < maxAge ? first.response : undefined
}
