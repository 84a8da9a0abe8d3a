const places = ['', 'bottom', 'bottom-left', 'top', 'top-right']

/** What notices must not cover: whatever can be clicked or typed into, and codes that may be about to be copied. */
const controls = 'a[href], button, input, select, textarea, [tabindex="0"], code'

const dialog = '[role="dialog"]'

/**
 * keepPlaced places the list of notices, and again whenever a dialog opens or grows, until the function that it returns is
 * called. A notice does not move from under the pointer.
 */
export function keepPlaced(list: HTMLElement) {
  place(list)
  const isPartOfDialog = (node: Node) => node instanceof Element && (node.closest(dialog) ?? node.querySelector(dialog))
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isPartOfDialog)) && !list.matches(':hover, :focus-within')) place(list)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** place moves the list to where it covers the fewest controls: its usual corner, unless another place is better. */
function place(list: HTMLElement) {
  // Controls behind a dialog count as well, but less: most notices appear when a dialog closes.
  const boxes = [...document.querySelectorAll(controls)]
    .filter((control) => !list.contains(control))
    .map((control) => ({ box: control.getBoundingClientRect(), weight: control.closest(dialog) ? 100 : 1 }))
  let fewest = Number.POSITIVE_INFINITY
  let best = ''
  // The current place comes first, so that notices do not jump without a reason.
  for (const candidate of new Set([list.dataset.place ?? '', ...places])) {
    list.dataset.place = candidate
    const { left, right, top, bottom } = list.getBoundingClientRect()
    const isCovered = (box: DOMRect) => box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top
    const covered = boxes.reduce((sum, { box, weight }) => sum + (isCovered(box) ? weight : 0), 0)
    if (covered < fewest) [fewest, best] = [covered, candidate]
    if (covered === 0) break
  }
  list.dataset.place = best
}
