const places = ['', 'bottom', 'bottom-left', 'top', 'top-right']

/** What notices must not cover: whatever can be clicked or typed into, and codes that may be about to be copied. */
const controls = 'a[href], button, input, select, textarea, [tabindex="0"], code'

/** place moves the list of notices to where it covers the fewest controls: its usual corner, unless another place is better. */
export function place(list: HTMLElement) {
  // Controls behind a dialog count as well: most notices appear when a dialog closes.
  const boxes = [...document.querySelectorAll(controls)]
    .filter((control) => !list.contains(control))
    .map((control) => control.getBoundingClientRect())
  let fewest = Number.POSITIVE_INFINITY
  let best = ''
  // The current place comes first, so that notices do not jump without a reason.
  for (const candidate of new Set([list.dataset.place ?? '', ...places])) {
    list.dataset.place = candidate
    const { left, right, top, bottom } = list.getBoundingClientRect()
    const covered = boxes.filter((box) => box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top).length
    if (covered < fewest) [fewest, best] = [covered, candidate]
    if (covered === 0) break
  }
  list.dataset.place = best
}
