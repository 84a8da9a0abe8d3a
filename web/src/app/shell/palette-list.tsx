import { useEffect, useRef } from 'react'
import { Marked } from '../../kit/format/marked'
import classes from './palette.module.css'
import type { Entry } from './palette-entry'
import type { Section } from './palette-results'

type Props = {
  /** The prefix of the element ids, to which the search field refers. */
  id: string
  sections: Section[]
  /** The position of the selected entry among those of all sections. */
  selected: number
  onHover: (index: number) => void
  onOpen: (entry: Entry) => void
}

/** PaletteList lists the results, and keeps the selected one in view. A single section needs no heading. */
export function PaletteList({ id, sections, selected, onHover, onOpen }: Props) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another entry is selected
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [selected, sections[0]?.entries[0]?.key])
  const headings = sections.length > 1
  let index = -1
  return (
    <div className={classes.list} role="listbox" id={`${id}-list`} aria-label="Results" ref={list}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
        <div key={section.label} role="group" aria-label={section.label}>
          {headings && (
            <div className={classes.label} aria-hidden>
              {section.label}
            </div>
          )}
          {section.entries.map((entry) => {
            const at = ++index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the combobox above keeps the focus
              <div
                key={entry.key}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === selected}
                className={classes.entry}
                onPointerMove={() => onHover(at)}
                onClick={() => onOpen(entry)}
              >
                <Line entry={entry} kind={!headings} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function Line({ entry: { label, hint, kind }, kind: withKind }: { entry: Entry; kind: boolean }) {
  return (
    <>
      <span className={classes.name}>
        <Marked text={label} />
      </span>
      <span className={classes.hint}>{hint && <Marked text={hint} />}</span>
      {withKind && <span className={classes.kind}>{kind}</span>}
    </>
  )
}
