const header = 'Waymark-Position'

let latest = ''

/**
 * addPosition makes a request see the changes of earlier ones, although lists may come from a replica of the database. The server also
 * sends the position as a cookie, for pages that are opened later. But when two changes are saved at the same time, the cookie can be
 * that of the earlier one.
 */
export function addPosition(request: Request) {
  if (latest) request.headers.set(header, latest)
}

/** unknown is sent if the position could not be read. The cookie then makes requests current for some minutes. */
const unknown = 'FFFFFFFFFFFFFFFF'

/** notePosition keeps the position of a response, if it is the latest. Positions are ordered like their texts. */
export function notePosition(response: Response) {
  const position = response.headers.get(header) ?? ''
  if (position > latest && position !== unknown) latest = position
}
