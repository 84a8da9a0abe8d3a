import type { CDPSession, Page } from '@playwright/test'

/** Input is an input event as the browser reports it, in milliseconds since the page was opened. */
export type Input = { start: number; total: number }

/** Cost is what an interaction took, in milliseconds. */
export type Cost = {
  /** From the input to the next frame, rounded to 8 ms by the browser: includes drawing and waiting for other processes. */
  total: number
  /** What the page itself did until that frame, in processor time: on a busy machine it waits in between. */
  script: number
  layout: number
  paint: number
  /** Script and layout until nothing more happened, such as rows that arrive later. */
  all: number
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Start and duration in microseconds, by the clock and in processor time of the thread. */
  ts: number
  dur?: number
  tts?: number
  tdur?: number
  args?: { data?: { startTime?: number } }
}
type Span = { from: number; to: number }

/** Work is a piece of work: when it was done, and the processor time of the thread, which other programs do not lengthen. */
type Work = { wall: Span; cpu: Span }

const kinds = {
  script: [
    'EventDispatch',
    'FunctionCall',
    'EvaluateScript',
    'RunMicrotasks',
    'TimerFire',
    'FireAnimationFrame',
    'FireIdleCallback',
    'v8.run',
    'MinorGC',
    'MajorGC',
  ],
  layout: ['UpdateLayoutTree', 'Layout', 'HitTest'],
  paint: ['PrePaint', 'Paint', 'Layerize', 'Commit'],
}

/** Tracer records what the main thread of a page does. */
export class Tracer {
  private readonly page: Page
  private readonly devtools: CDPSession

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page
    this.devtools = devtools
  }

  static async on(page: Page): Promise<Tracer> {
    return new Tracer(page, await page.context().newCDPSession(page))
  }

  async start() {
    await this.devtools.send('Tracing.start', {
      transferMode: 'ReturnAsStream',
      traceConfig: { includedCategories: ['devtools.timeline', 'blink.user_timing', 'v8'] },
    })
    await this.page.evaluate(() => performance.mark('tracing'))
  }

  /** stop returns the recording. */
  async stop(): Promise<Recording> {
    const complete = new Promise<string>((resolve) => {
      this.devtools.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? ''))
    })
    await this.devtools.send('Tracing.end')
    return new Recording(JSON.parse(await this.read(await complete)).traceEvents as TraceEvent[])
  }

  private async read(handle: string): Promise<string> {
    let text = ''
    for (let eof = false; !eof; ) {
      const chunk = await this.devtools.send('IO.read', { handle, size: 1 << 20 })
      text += chunk.data
      eof = chunk.eof
    }
    await this.devtools.send('IO.close', { handle })
    return text
  }
}

/** Recording is what the main thread did, on the page's own clock. */
export class Recording {
  private readonly work: Record<keyof typeof kinds, Work[]>

  constructor(events: TraceEvent[]) {
    const mark = events.find(({ name, args }) => name === 'tracing' && args?.data?.startTime !== undefined)
    if (!mark) throw new Error('the recording has no mark')
    const offset = mark.ts / 1000 - (mark.args?.data?.startTime ?? 0)
    const own = events.filter(({ pid, tid, ph }) => pid === mark.pid && tid === mark.tid && ph === 'X')
    const workOf = (names: string[]) =>
      own
        .filter(({ name }) => names.includes(name))
        .map(({ ts, dur = 0, tts = 0, tdur = 0 }) => ({
          wall: { from: ts / 1000 - offset, to: (ts + dur) / 1000 - offset },
          cpu: { from: tts / 1000, to: (tts + tdur) / 1000 },
        }))
    this.work = { script: workOf(kinds.script), layout: workOf(kinds.layout), paint: workOf(kinds.paint) }
  }

  /** costOf returns the cost of the most expensive of some inputs, and that of everything in the period in which they were made. */
  costOf(inputs: readonly Input[], period: Span): Cost {
    const costs = inputs.map(({ start, total }) => this.within({ from: start, to: start + total }))
    const worst = costs.sort((a, b) => b.script + b.layout - a.script - a.layout)[0] ?? { script: 0, layout: 0, paint: 0 }
    const { script, layout } = this.within(period)
    return { ...worst, total: Math.max(0, ...inputs.map(({ total }) => total)), all: script + layout }
  }

  /** within returns the work in a period, with all of what began before its end. Layout that a script forces counts as layout only. */
  private within(period: Span) {
    const during = (work: Work[]) => union(work.filter(({ wall }) => wall.to > period.from && wall.from < period.to).map(({ cpu }) => cpu))
    const [script, layout, paint] = [during(this.work.script), during(this.work.layout), during(this.work.paint)]
    const forced = layout.flatMap((span) => clip(script, span))
    return { script: length(script) - length(forced), layout: length(layout), paint: length(paint) }
  }
}

const length = (spans: Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0)

const clip = (spans: Span[], { from, to }: Span) =>
  spans.filter((span) => span.to > from && span.from < to).map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))

/** union merges spans that overlap, as nested events do. */
function union(spans: Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}
