import { Loader } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { Dialog } from '../../kit/dialog/dialog'
import { MarkingProvider } from '../../kit/format/marked'
import classes from './palette.module.css'
import type { Entry } from './palette-entry'
import { PaletteList } from './palette-list'
import { usePaletteResults } from './palette-results'

/** Palette opens any screen, finds records by name, id, e-mail or URL, and runs actions. */
export function Palette({ typed, onClose }: { typed: RefObject<string> /** What was typed before it was loaded. */; onClose: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState(typed.current)
  const [index, setIndex] = useState(0)
  const [entered, setEntered] = useState(false)
  const { sections, searching, failed } = usePaletteResults(text)
  const entries = sections.flatMap((section) => section.entries)
  const selected = Math.min(index, entries.length - 1)
  const chosen = entries[selected]

  function open(entry: Entry | undefined) {
    if (!entry) return
    onClose()
    if ('run' in entry) entry.run()
    else void navigate({ to: entry.to, state: entry.direct && { direct: true } })
  }
  useEffect(() => {
    typed.current = ''
  }, [typed])
  // Enter that is pressed before the records have arrived opens the best match once they have.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival matters
  useEffect(() => {
    if (!entered || searching) return
    setEntered(false)
    open(chosen)
  }, [entered, searching])

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && entries.length > 0) {
      event.preventDefault()
      setIndex((selected + step + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault() // otherwise the same key would press the button that gets the focus back
      if (searching && index === 0) setEntered(true)
      else open(chosen)
    }
  }

  return (
    <Dialog onClose={onClose} padding={0} size={640} label="Search or jump to" classNames={{ body: classes.body }}>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${selected}`}
          placeholder="Search, paste a URL or ID, or type a command…"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setIndex(0)
            setEntered(false)
          }}
          onKeyDown={handleKeyDown}
        />
        {searching && <Loader size={16} />}
      </div>
      <MarkingProvider value={text}>
        <PaletteList id={id} sections={sections} selected={selected} onHover={setIndex} onOpen={open} />
      </MarkingProvider>
      {failed && (
        <p className={classes.nothing} role="alert">
          Records couldn’t be searched. Check your connection and try again.
        </p>
      )}
      {entries.length === 0 && !searching && !failed && <p className={classes.nothing}>No results</p>}
      <div className="visually-hidden" role="status">
        {searching ? '' : `${entries.length} ${entries.length === 1 ? 'result' : 'results'}`}
      </div>
    </Dialog>
  )
}
