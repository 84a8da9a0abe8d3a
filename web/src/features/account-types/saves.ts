type Cell = {
  /** What somebody wants that is not saved yet. */
  wish?: boolean
  /** A request is on its way. */
  busy?: boolean
  /** What was saved last, and when: counted in answers. */
  kept?: { on: boolean; at: number }
}

/** Calls are what a save needs from outside: the request, and what becomes of a failure. */
type Calls<C> = { send: (cell: C, on: boolean) => Promise<unknown>; failed: (cell: C, error: unknown) => void }

/**
 * Saves keeps what is switched in many places at once. A wish shows at once. Requests of one place go one after the other, so that
 * none overtakes another and the last wish wins; those of different places go side by side. A wish that can't be saved is dropped,
 * and what was there before shows again.
 */
export class Saves<C> {
  private cells = new Map<string, Cell>()
  private listeners = new Set<() => void>()
  private answers = 0
  private name: (cell: C) => string
  private calls: Calls<C>

  constructor(name: (cell: C) => string, calls: Calls<C>) {
    this.name = name
    this.calls = calls
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** now goes with what is read from the server, taken before it is asked for: what is saved later is newer. */
  now = () => this.answers

  /** shown is how a place stands: as somebody wants it, or else as it was saved or read last. */
  shown(cell: C, read: boolean, readAt: number): boolean {
    const { wish, kept } = this.cells.get(this.name(cell)) ?? {}
    return wish ?? (kept && kept.at > readAt ? kept.on : read)
  }

  set(cell: C, on: boolean) {
    const state = this.cells.get(this.name(cell)) ?? {}
    this.cells.set(this.name(cell), state)
    state.wish = on
    this.tell()
    if (!state.busy) void this.save(cell, state)
  }

  private async save(cell: C, state: Cell) {
    state.busy = true
    while (state.wish !== undefined) {
      const on: boolean = state.wish
      try {
        await this.calls.send(cell, on)
        this.answers++
        state.kept = { on, at: this.answers }
      } catch (error) {
        // Who has changed their mind meanwhile is told of the newer wish only. It is sent even if it is what was there before:
        // a request that failed on the way back has been heard.
        if (state.wish === on) this.calls.failed(cell, error)
      }
      if (state.wish === on) state.wish = undefined
    }
    state.busy = false
    this.tell()
  }

  private tell() {
    for (const listener of this.listeners) listener()
  }
}
