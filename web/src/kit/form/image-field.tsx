import { Button, Input, Loader, Progress } from '@mantine/core'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { ApiError, messageOf } from '../api/error'
import { Field, inputOrder } from './fields'
import { type FieldHandle, useField } from './form'
import classes from './image-field.module.css'
import { imageTypes, problemOf, upload } from './upload'

/** ImageValue is an existing image or a new upload. */
export type ImageValue = { id: number; thumb_url?: string; full_url?: string; width?: number; height?: number }

type Props = {
  field: FieldHandle<ImageValue | null | undefined, ImageValue | null>
  label: string
  description?: ReactNode
  disabled?: boolean
  /** The text shown while a picture is fetched from another site. */
  coming?: string
}

export const imageHint = 'JPEG, PNG, GIF or WebP, at most 10 MB.'

/** ImageField uploads a dropped or chosen file immediately and shows it. */
export function ImageField({ field, label, description, disabled, coming }: Props) {
  const { value, set, error } = useField(field, label)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function take(file: File | undefined) {
    if (!file) return
    const wrong = problemOf(file)
    setProblem(wrong)
    if (wrong) return
    setShare(0)
    field.await(send(file))
  }
  async function send(file: File): Promise<boolean> {
    try {
      set(await upload(file, setShare))
      return true
    } catch (failure) {
      setProblem(failure instanceof ApiError ? (failure.errors.file?.join(' ') ?? failure.message) : messageOf(failure))
      return false
    } finally {
      setShare(null)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files[0])
  }

  return (
    <Field name={field.name}>
      <Input.Wrapper label={label} id={id} error={problem ?? error} description={description ?? imageHint} inputWrapperOrder={inputOrder}>
        <section
          aria-label={label}
          className={classes.drop}
          data-over={over || undefined}
          data-wrong={Boolean(problem ?? error) || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {value?.thumb_url || value?.full_url ? (
            <img
              className={classes.preview}
              src={value.thumb_url || value.full_url}
              alt={`Preview of ${label.toLowerCase()}`}
              width={96}
              height={96}
            />
          ) : (
            <span className={classes.preview} aria-hidden>
              <IconPhotoUp size={28} />
            </span>
          )}
          <div className={classes.side}>
            {share !== null ? (
              <Progress value={share * 100} aria-label={`Uploading ${label.toLowerCase()}`} />
            ) : coming ? (
              <span className="row small">
                <Loader size={14} aria-hidden /> {coming}
              </span>
            ) : (
              <>
                <div className="row wrap">
                  <Button variant="default" size="xs" disabled={disabled} onClick={() => input.current?.click()}>
                    {value ? 'Replace' : 'Choose an image'}
                  </Button>
                  {value && (
                    <Button
                      variant="subtle"
                      color="red"
                      size="xs"
                      disabled={disabled}
                      leftSection={<IconTrash size={14} />}
                      onClick={() => set(null)}
                    >
                      Remove
                    </Button>
                  )}
                </div>
                <span className="hint">{value?.width ? `${value.width} × ${value.height}` : 'or drop one here'}</span>
              </>
            )}
          </div>
          <input
            ref={input}
            id={id}
            type="file"
            tabIndex={-1}
            className="visually-hidden"
            accept={imageTypes.join(',')}
            disabled={disabled}
            onChange={(event) => {
              take(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </section>
      </Input.Wrapper>
    </Field>
  )
}
