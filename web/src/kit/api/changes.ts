/** How long after a response a notice about it may appear. */
const fresh = 1_500

let last: { id: number; at: number } | undefined

/** noteChange remembers the change set that a request has made, so that the next notice can offer to undo it. */
export function noteChange(response: Response) {
  const id = Number(response.headers.get('Waymark-Change'))
  if (id > 0) last = { id, at: performance.now() }
}

/** takeChange returns the change set that has just been made, once. */
export function takeChange(): number | undefined {
  const taken = last
  last = undefined
  return taken && performance.now() - taken.at < fresh ? taken.id : undefined
}

/** holdChange takes the change set that a job continues, and returns a function that offers it to the notice at the end of the job. */
export function holdChange(): () => void {
  const id = takeChange()
  return () => {
    if (id !== undefined) last = { id, at: performance.now() }
  }
}
