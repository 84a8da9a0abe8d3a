import { Loader } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../../kit/dialog/dialog'
import { Marked, MarkingProvider } from '../../kit/format/marked'
import type { SearchResult } from '../search'
import classes from './palette.module.css'
import { type Section, usePaletteResults } from './palette-results'

/** Palette opens any screen, and records by name, URL or id. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const { sections, searching } = usePaletteResults(text)
  const entries = sections.flatMap((section) => section.entries)
  const selected = entries[Math.min(index, entries.length - 1)]

  function open(entry: SearchResult | undefined) {
    if (!entry) return
    onClose()
    void navigate({ to: entry.to })
  }
  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && entries.length > 0) {
      event.preventDefault()
      setIndex((Math.min(index, entries.length - 1) + step + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault() // otherwise the same key would press the button that gets the focus back
      open(selected)
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
          aria-activedescendant={selected ? `${id}-${entries.indexOf(selected)}` : undefined}
          placeholder="Search screens, records and IDs…"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setIndex(0)
          }}
          onKeyDown={handleKeyDown}
        />
        {searching && <Loader size={16} />}
      </div>
      <MarkingProvider value={text}>
        <ResultList
          id={id}
          sections={sections}
          entries={entries}
          selected={selected}
          onHover={(entry) => setIndex(entries.indexOf(entry))}
          onOpen={open}
        />
      </MarkingProvider>
      {entries.length === 0 && !searching && <p className={classes.nothing}>No results</p>}
      <div className="visually-hidden" role="status">
        {searching ? '' : `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </div>
    </Dialog>
  )
}

type ResultListProps = {
  /** The prefix of the element ids, to which the search field refers. */
  id: string
  sections: Section[]
  /** The entries of all sections. */
  entries: SearchResult[]
  selected: SearchResult | undefined
  onHover: (entry: SearchResult) => void
  onOpen: (entry: SearchResult) => void
}

/** ResultList lists the results by section, and keeps the selected one in view. */
function ResultList({ id, sections, entries, selected, onHover, onOpen }: ResultListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
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
              aria-selected={entry === selected}
              className={classes.entry}
              onPointerMove={() => onHover(entry)}
              onClick={() => onOpen(entry)}
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
  )
}
