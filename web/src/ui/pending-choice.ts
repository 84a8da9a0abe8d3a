/** Choices that were made with Enter while their options were being loaded. A form waits for them before it is saved. */
export const pendingChoices = new Set<Promise<void>>()

/** addPendingChoice returns the function that ends the wait. */
export function addPendingChoice(): () => void {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  pendingChoices.add(promise)
  return () => {
    pendingChoices.delete(promise)
    resolve()
  }
}
