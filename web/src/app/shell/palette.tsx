import { Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { fetchList } from '../../kit/api/lists'
import { Dialog } from '../../kit/dialog/dialog'
import { fold } from '../../kit/format/fold'
import { Marked, MarkingProvider } from '../../kit/format/marked'
import { useMe } from '../../kit/session/session'
import { type GroupName, groups, screens, screensOf } from '../screens'
import type { Found } from '../search'
import classes from './palette.module.css'

type Section = { label: string; entries: Found[] }

/** Palette opens any screen, and records by name, URL or id. */
export function Palette({ onClose }: { onClose: () => void }) {
  const admin = useMe().staff_role === 'admin'
  const navigate = useNavigate()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [query] = useDebouncedValue(text.trim(), 150)
  const asked = query.length > 1 || /^\d+$/.test(query)

  const results = useQueries({
    queries: screens.flatMap(({ title, search, admin: adminOnly }) =>
      search && (admin || !adminOnly)
        ? {
            queryKey: ['palette', title, query],
            queryFn: async ({ signal }: { signal: AbortSignal }) => ({ label: title, entries: await search(fetchList, query, signal) }),
            enabled: asked,
            staleTime: 10_000,
          }
        : [],
    ),
  })
  const records = asked ? results.flatMap((result) => (result.data ? [result.data] : [])) : []
  const sections = [...pasted(text), ...matching(text, admin), ...records].filter((section) => section.entries.length > 0)
  const entries = sections.flatMap((section) => section.entries)
  const looking = asked && (query !== text.trim() || results.some((result) => result.isFetching))
  const chosen = entries[Math.min(at, entries.length - 1)]

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  function go(entry: Found | undefined) {
    if (!entry) return
    onClose()
    void navigate({ to: entry.to })
  }
  function press(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by && entries.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, entries.length - 1) + by + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault() // otherwise the same key would press the button that gets the focus back
      go(chosen)
    }
  }

  return (
    <Dialog onClose={onClose} padding={0} size={600} label="Search or jump to" classNames={{ body: classes.body }}>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${entries.indexOf(chosen)}` : undefined}
          placeholder="Search screens, records and IDs…"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        {looking && <Loader size={16} />}
      </div>
      <MarkingProvider value={text}>
        <div className={classes.list} role="listbox" id={`${id}-list`} aria-label="Results" ref={list}>
          {sections.map((section) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
            <div key={section.label} role="group" aria-label={section.label}>
              <div className={classes.label} aria-hidden>
                {section.label}
              </div>
              {section.entries.map((entry) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the combobox above keeps the focus
                <div
                  key={entry.key}
                  id={`${id}-${entries.indexOf(entry)}`}
                  role="option"
                  aria-selected={entry === chosen}
                  className={classes.entry}
                  onPointerMove={() => setAt(entries.indexOf(entry))}
                  onClick={() => go(entry)}
                >
                  <span className={classes.name}>
                    <Marked text={entry.label} />
                  </span>
                  {entry.hint && (
                    <span className="hint truncate">
                      <Marked text={entry.hint} />
                    </span>
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
      </MarkingProvider>
      {entries.length === 0 && !looking && <p className={classes.nothing}>No results</p>}
      <div className="visually-hidden" role="status">
        {looking ? '' : `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </div>
    </Dialog>
  )
}

/** matching returns the screens whose name or group contains every word. */
function matching(text: string, admin: boolean): Section[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const matches = (...names: string[]) => words.every((word) => names.some((name) => fold(name).includes(word)))
  return (Object.keys(groups) as GroupName[]).map((name) => {
    const { label: group } = groups[name]
    const named = screensOf(name, admin).map(({ path, title, label = title }) => ({ key: path, label, to: path }))
    return { label: group, entries: named.filter(({ label }) => matches(label, group)) }
  })
}

/** pasted recognises a URL of this console, such as a link from a colleague. */
function pasted(text: string): Section[] {
  const address = text.trim()
  if (!address.startsWith(`${location.origin}/`)) return []
  const to = address.slice(location.origin.length)
  return [{ label: 'Link', entries: [{ key: `to ${to}`, label: to, to }] }]
}
