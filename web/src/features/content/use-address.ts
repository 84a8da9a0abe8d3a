import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { ApiError, messageOf } from '../../kit/api/error'
import type { ParsedPage } from '../../kit/api/schema.gen'
import { confirm } from '../../kit/dialog/confirm'
import type { Form } from '../../kit/form/form'
import { defaultType, emptyValues, type Values } from './content-values'

const checkDelay = 500

const anotherUrl = {
  title: 'Start again with another URL?',
  text: 'The values you have entered for the current page will be lost.',
  action: 'Start again',
  cancel: 'Keep editing',
  danger: true,
}

type Reading = {
  busy: boolean
  problem: string | null
  page: ParsedPage | null
  picture: 'none' | 'loading' | 'loaded' | 'failed'
}

const idle: Reading = { busy: false, problem: null, page: null, picture: 'none' }

export type Address = ReturnType<typeof useAddress>

/** useAddress reads the page at the URL of an item, and fills in the form. An existing item has an id. */
export function useAddress(form: Form<Values>, id?: number) {
  const [reading, setReading] = useState(idle)
  const input = useRef<HTMLInputElement>(null)
  const controller = useRef(new AbortController())
  const timer = useRef(0)
  const picture = useRef<Promise<void>>(Promise.resolve())
  const filledIn = useRef<Values | null>(null)
  const change = (changed: Partial<Reading>) => setReading((now) => ({ ...now, ...changed }))

  /** cancelRequests cancels pending requests, whose responses belong to a previous URL. */
  function cancelRequests() {
    clearTimeout(timer.current)
    controller.current.abort()
    controller.current = new AbortController()
    return controller.current.signal
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      controller.current.abort()
    },
    [],
  )

  // A URL that was pasted into the palette is read at once.
  const { url: pasted } = useSearch({ strict: false }) as { url?: string }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form and its functions are always the current ones
  useEffect(() => {
    if (!pasted || id !== undefined) return
    form.fill({ content_url: pasted })
    void read()
  }, [pasted])

  async function read() {
    const signal = cancelRequests()
    setReading({ ...idle, busy: true })
    try {
      const body = { content_url: form.get('content_url'), ...(id !== undefined && { id }) }
      const page = bodyOf(await api.POST('/api/admin/content/parse-url', { body, signal }))
      if (signal.aborted) return
      if (id === undefined) form.fill(valuesFrom(page))
      else if (!form.get('lead_in_override') && page.type_id === form.get('type_id')) form.fill({ lead_in: page.lead_in })
      filledIn.current = form.state.values
      setReading({ ...idle, page })
      if (page.image && !form.get('featured_image')) picture.current = fetchPicture(page.image.url, signal)
    } catch (error) {
      if (signal.aborted) return
      setReading({ ...idle, problem: (error instanceof ApiError && error.errors.content_url?.join(' ')) || messageOf(error) })
      // When editing, the focus may already be in another field, which keeps it.
      if (id === undefined || !document.activeElement?.matches('input, textarea')) input.current?.focus()
    }
  }

  async function fetchPicture(url: string, signal: AbortSignal) {
    change({ picture: 'loading' })
    try {
      const { item } = bodyOf(await api.POST('/api/admin/uploads/from-url', { body: { url }, signal }))
      if (signal.aborted) return
      if (!form.get('featured_image')) {
        form.fill({ featured_image: item })
        if (filledIn.current) filledIn.current = { ...filledIn.current, featured_image: item }
      }
      change({ picture: 'loaded' })
    } catch {
      if (!signal.aborted) change({ picture: 'failed' })
    }
  }

  /** isEdited reports whether something was changed since the form was filled in. */
  function isEdited(): boolean {
    const { values } = form.state
    const names = Object.keys(values) as (keyof Values)[]
    return filledIn.current !== null && names.some((name) => name !== 'content_url' && values[name] !== filledIn.current?.[name])
  }

  /** handleInput handles typing: it resets the form of a new item, and checks the URL of an existing one after a delay. */
  function handleInput(address: string, pasted: boolean) {
    if (id === undefined) {
      if (isEdited()) void confirm(anotherUrl).then((confirmed) => confirmed && begin(address, pasted))
      else begin(address, pasted)
      return
    }
    reset()
    form.set('content_url', address)
    if (address.trim()) timer.current = window.setTimeout(() => void read(), checkDelay)
  }

  /** begin starts a new item. A pasted URL is complete, so its page is read immediately. */
  function begin(address: string, pasted: boolean) {
    reset()
    filledIn.current = null
    form.fill({ ...emptyValues(), content_url: address })
    if (pasted) void read()
  }

  /** startAgain empties the form after an item was saved. */
  function startAgain() {
    reset()
    filledIn.current = null
    form.setBaseline(emptyValues())
    input.current?.focus()
  }

  /** reset cancels pending requests and clears the notes. */
  function reset() {
    cancelRequests()
    setReading(idle)
  }

  return { reading, input, read, handleInput, reset, startAgain, pictureLoaded: () => picture.current }
}

/** valuesFrom returns the form values found on a page. Embed code is HTML from another site, so it is only offered in Tweaks, where it is visible. */
function valuesFrom(page: ParsedPage): Partial<Values> {
  return {
    content_url: /^https?:/i.test(page.content_url) ? page.content_url : `https://${page.content_url}`,
    title: page.title,
    synopsis: page.synopsis,
    type_id: page.type_id ?? defaultType,
    author: page.author,
    runtime: page.runtime,
    lead_in: page.lead_in,
    ...(page.language_ids.length > 0 && { language_ids: page.language_ids }),
  }
}
