type Cell = {
  /** The requested value that is not saved yet. */
  wanted?: boolean
  /** A request is pending. */
  busy?: boolean
  /** The last saved value, and when it was saved, counted in responses. */
  saved?: { on: boolean; at: number }
}

/** Calls are the dependencies of Saves: sending a request and reporting a failure. */
type Calls<C> = { send: (cell: C, on: boolean) => Promise<unknown>; failed: (cell: C, error: unknown) => void }

/**
 * Saves keeps the state of many switches. A change is shown immediately. Requests for one cell are sent one after another, so that
 * the last change wins; those for different cells run in parallel. A change that can't be saved is dropped,
 * and the previous value is shown again.
 */
export class Saves<C> {
  private cells = new Map<string, Cell>()
  private listeners = new Set<() => void>()
  private responses = 0
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

  /** now returns the version of data requested from the server at this moment: later saves are newer. */
  now = () => this.responses

  /** shown returns the value of a cell: the requested one, or else the one saved or loaded last. */
  shown(cell: C, read: boolean, readAt: number): boolean {
    const { wanted, saved } = this.cells.get(this.name(cell)) ?? {}
    return wanted ?? (saved && saved.at > readAt ? saved.on : read)
  }

  set(cell: C, on: boolean) {
    const state = this.cells.get(this.name(cell)) ?? {}
    this.cells.set(this.name(cell), state)
    state.wanted = on
    this.notify()
    if (!state.busy) void this.save(cell, state)
  }

  private async save(cell: C, state: Cell) {
    state.busy = true
    while (state.wanted !== undefined) {
      const on: boolean = state.wanted
      try {
        await this.calls.send(cell, on)
        this.responses++
        state.saved = { on, at: this.responses }
      } catch (error) {
        // If the value was changed again, only the newer change is reported. It is sent even if it equals the previous value,
        // because the failed request may have reached the server.
        if (state.wanted === on) this.calls.failed(cell, error)
      }
      if (state.wanted === on) state.wanted = undefined
    }
    state.busy = false
    this.notify()
  }

  private notify() {
    for (const listener of this.listeners) listener()
  }
}
