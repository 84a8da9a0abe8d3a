import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../kit/api/error'
import type { Import, ImportSettings } from '../../kit/api/schema.gen'
import { notify } from '../../kit/dialog/notices'
import { Note } from '../../ui/note'
import { Card } from '../../ui/page-layout'
import { Select } from '../../ui/select'
import { changeSettings, checkFile } from './calls'
import classes from './imports.module.css'

const encodings = [
  { value: 'utf-8', label: 'Unicode (UTF-8)' },
  { value: 'utf-16le', label: 'Unicode (UTF-16)' },
  { value: 'utf-16be', label: 'Unicode (UTF-16, big-endian)' },
  { value: 'windows-1252', label: 'Western European (Windows-1252)' },
]
const separators = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
]
const dateFormats = [
  { value: 'iso', label: '2026-01-31' },
  { value: 'dmy', label: '31/01/2026' },
  { value: 'mdy', label: '01/31/2026' },
  { value: 'dotted', label: '31.01.2026' },
]
const notImported = '-'
const onlyNew = '-'

/** ColumnsStep assigns the columns of the file to fields, and chooses how rows are matched with existing records. */
export function ColumnsStep({ item, onChecked }: { item: Import; onChecked: () => void }) {
  const [fields, setFields] = useState(item.columns.map(({ field }) => field))
  const [key, setKey] = useState(item.key)
  const [clearEmpty, setClearEmpty] = useState(item.clear_empty)
  const [busy, setBusy] = useState(false)
  const missing = item.fields.filter(({ name, required }) => required && !fields.includes(name))
  const keys = item.fields.filter((field) => field.key && fields.includes(field.name))
  const usedKey = keys.some(({ name }) => name === key) ? key : ''

  async function attempt(run: () => Promise<void>) {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      notify.failed(messageOf(error))
    }
    setBusy(false)
  }
  const change = (settings: ImportSettings) => attempt(() => changeSettings(item, settings))
  const check = () =>
    attempt(async () => {
      await changeSettings(item, { columns: fields, key: usedKey, clear_empty: clearEmpty })
      await checkFile(item)
      onChecked()
    })

  return (
    <>
      <Card title="Format" about="Detected from the file. Change it if the samples below look wrong.">
        <div className={classes.formats}>
          {item.type === 'csv' && (
            <>
              <Select
                label="Encoding"
                data={encodings}
                value={item.encoding}
                onChange={(value) => void change({ encoding: value as ImportSettings['encoding'] })}
              />
              <Select label="Separator" data={separators} value={item.separator} onChange={(value) => void change({ separator: value ?? ',' })} />
            </>
          )}
          <Select
            label="Dates look like"
            data={dateFormats}
            value={item.date_format}
            onChange={(value) => void change({ date_format: value as ImportSettings['date_format'] })}
          />
        </div>
      </Card>
      <Card title="Columns" step={2} about="Choose the field that each column of the file fills.">
        <ul className={`list ${classes.columns}`} aria-label="Columns">
          {item.columns.map((column, i) => (
            <li key={column.heading}>
              <div className="shrink">
                <span className="block strong anywhere">{column.heading}</span>
                <span className="block small truncate">{column.samples.join(' · ') || 'No values'}</span>
              </div>
              <Select
                aria-label={`Field for ${column.heading}`}
                data={[{ value: notImported, label: 'Not imported' }, ...optionsFor(item, fields, i)]}
                value={fields[i] || notImported}
                onChange={(value) => setFields(fields.map((field, k) => (k === i ? (value === notImported ? '' : (value ?? '')) : field)))}
                searchable
              />
            </li>
          ))}
        </ul>
        <div className={classes.matching}>
          <Select
            label="Match rows with existing records by"
            description="Rows that match a record change it; all others create one."
            data={[{ value: onlyNew, label: 'Nothing: every row is a new record' }, ...keys.map(({ name, label }) => ({ value: name, label }))]}
            value={usedKey || onlyNew}
            onChange={(value) => setKey(value === onlyNew ? '' : (value ?? ''))}
          />
          {usedKey && (
            <Checkbox
              label="Empty cells clear the field"
              description="Otherwise they leave the value of an existing record as it is."
              checked={clearEmpty}
              onChange={(event) => setClearEmpty(event.currentTarget.checked)}
            />
          )}
        </div>
        {missing.length > 0 && (
          <div className={classes.after}>
            <Note>New records need a value for {missing.map(({ label }) => label).join(', ')}, which has no column.</Note>
          </div>
        )}
        <div className={`row end ${classes.after}`}>
          <Button loading={busy} disabled={!fields.some((field) => field && field !== 'id')} onClick={() => void check()}>
            Check file
          </Button>
        </div>
      </Card>
    </>
  )
}

/** optionsFor returns the fields that no other column fills. */
const optionsFor = ({ fields }: Import, chosen: string[], column: number) =>
  fields
    .filter(({ name }) => chosen[column] === name || !chosen.includes(name))
    .map(({ name, label, required }) => ({ value: name, label: required ? `${label} (required)` : label }))
