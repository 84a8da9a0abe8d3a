import '../../ui/overlays.css'
import { CloseButton, InputBase, Popover, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ContentIcon } from '../../ui/icon'
import { fold } from '../format/fold'
import { Field, type FieldProps, inputOrder } from './fields'
import { useField } from './form'
import classes from './icon-field.module.css'

const maxShown = 96
const columns = 8

/** IconField chooses an icon. The value is its name without the fa- prefix. */
export function IconField(props: FieldProps<string>) {
  const { value, set, error } = useField(props.field, props.label)
  const [opened, setOpened] = useState(false)
  return (
    <Field name={props.field.name}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={344} disabled={props.disabled}>
        <Popover.Target>
          <InputBase
            component="button"
            type="button"
            pointer
            label={props.label}
            description={props.description}
            error={error}
            disabled={props.disabled}
            inputWrapperOrder={inputOrder}
            onClick={() => setOpened(!opened)}
            leftSection={value ? <ContentIcon name={value} /> : undefined}
            rightSectionPointerEvents="all"
            rightSection={value ? <CloseButton size="sm" aria-label={`Clear ${props.label}`} onClick={() => set('')} /> : undefined}
          >
            {value || <span className={classes.placeholder}>{props.placeholder ?? 'Choose an icon'}</span>}
          </InputBase>
        </Popover.Target>
        <Popover.Dropdown p={8}>
          <IconGrid
            value={value ?? ''}
            onChoose={(name) => {
              set(name)
              setOpened(false)
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Field>
  )
}

function IconGrid({ value, onChoose }: { value: string; onChoose: (name: string) => void }) {
  const [query, setQuery] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  const names = useQuery({
    queryKey: ['icons'],
    queryFn: async () => Object.entries((await (await fetch('/icons/names.json')).json()) as Record<string, string>),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const words = fold(query).split(/\s+/).filter(Boolean)
  const found = (names.data ?? []).filter(([name, terms]) => words.every((word) => name.includes(word) || terms.includes(word)))
  // Icons with the word in their name come before those that only match by topic.
  const hits = words.length ? [...found].sort(([a], [b]) => Number(b.includes(words[0] ?? '')) - Number(a.includes(words[0] ?? ''))) : found

  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (!step) return
    const cells = [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const index = cells.indexOf(document.activeElement as HTMLElement)
    const next = cells[index < 0 ? 0 : index + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div onKeyDown={moveFocus}>
      <TextInput
        data-autofocus
        data-mantine-stop-propagation // Escape closes the popover, not the form
        aria-label="Search icons"
        leftSection={<IconSearch size={16} />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <div className={classes.grid} ref={grid}>
        {hits.slice(0, maxShown).map(([name]) => (
          <button
            key={name}
            type="button"
            className={classes.cell}
            data-mantine-stop-propagation
            title={name}
            aria-label={name}
            aria-pressed={name === value}
            onClick={() => onChoose(name)}
          >
            <ContentIcon name={name} size={18} />
          </button>
        ))}
      </div>
      <div className={classes.foot} role="status">
        {names.isPending
          ? 'Loading…'
          : hits.length > maxShown
            ? `Showing ${maxShown} of ${hits.length}. Type to narrow down.`
            : hits.length === 0
              ? 'No results'
              : ''}
      </div>
    </div>
  )
}
