import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Dialog } from '../dialog/dialog'
import { formatValue } from '../format/values'
import { type Form, useFormState } from './form'
import type { ImageValue } from './image-field'
import { Names } from './picker'
import classes from './stale-dialog.module.css'

type Side = 'yours' | 'theirs'

/** StaleDialog lets the user choose values field by field when someone else has saved the same record. */
export function StaleDialog<V extends object>({ form }: { form: Form<V> }) {
  const theirs = useFormState(form, (state) => state.theirs)
  const yours = useFormState(form, (state) => state.values)
  const [sides, setSides] = useState<Record<string, Side>>({})
  const changed = Object.keys(form.changed)
  const conflicting = theirs ? [...form.labels.keys()].filter((name) => toText(theirs[name as keyof V]) !== toText(yours[name as keyof V])) : []

  useEffect(() => {
    if (theirs) setSides(Object.fromEntries(Object.keys(form.state.values).map((name) => [name, name in form.changed ? 'yours' : 'theirs'])))
  }, [form, theirs])

  const dismiss = () => form.dismissConflict()

  function save() {
    if (!theirs) return
    const values = Object.fromEntries(Object.keys(yours).map((name) => [name, (sides[name] === 'yours' ? yours : theirs)[name as keyof V]]))
    void form.resolve(values as V)
  }

  return (
    <Dialog onClose={dismiss} title="Someone else saved changes while you were editing" size={680}>
      {conflicting.length === 0 ? (
        <p>Their changes match yours. Save to continue.</p>
      ) : (
        <>
          Choose which values to keep. Yours are preselected.
          <table className={classes.versions}>
            <thead>
              <tr>
                <th>Field</th>
                <th>Theirs</th>
                <th>Yours</th>
              </tr>
            </thead>
            <tbody>
              {conflicting.map((name) => (
                <tr key={name}>
                  <th scope="row">
                    {form.labels.get(name)}
                    {changed.includes(name) && <span className="visually-hidden"> (changed by you)</span>}
                  </th>
                  {(['theirs', 'yours'] as const).map((side) => (
                    <td key={side}>
                      <Radio
                        size="xs"
                        name={`${name}-side`}
                        className="anywhere"
                        label={<ConflictValue value={(side === 'theirs' ? theirs : yours)?.[name as keyof V]} source={form.sources.get(name)} />}
                        checked={sides[name] === side}
                        onChange={() => setSides({ ...sides, [name]: side })}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <div className="row end" data-foot>
        <Button variant="default" onClick={dismiss}>
          Back to form
        </Button>
        <Button onClick={save}>Save selection</Button>
      </div>
    </Dialog>
  )
}

/** ConflictValue shows a value for the user: a chosen record by its name. */
function ConflictValue({ value, source }: { value: unknown; source: string | undefined }) {
  const ids = [value].flat().filter((id): id is number => typeof id === 'number')
  if (source && ids.length > 0) return <Names from={source} ids={ids} />
  if (isImage(value)) return <img className={classes.version} src={value.thumb_url || value.full_url} alt={sizeOf(value)} width={96} height={96} />
  return toText(value) || <span className="dimmed">—</span>
}

const isImage = (value: unknown): value is ImageValue => typeof value === 'object' && value !== null && 'full_url' in value

const sizeOf = ({ width, height }: ImageValue) => (width ? `Image, ${width} × ${height}` : 'Image')

/** toText converts a value to text; an image to its URL. */
const toText = (value: unknown) => (isImage(value) ? String(value.full_url) : formatValue(value))
