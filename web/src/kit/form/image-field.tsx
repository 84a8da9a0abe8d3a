import { Button, Input, Loader } from '@mantine/core'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Progress } from '../../ui/progress'
import { Field, inputOrder, requiredProps } from './fields'
import { type FieldHandle, useField } from './form'
import classes from './image-field.module.css'
import { imageTypes } from './upload'
import { useUpload } from './use-upload'

/** ImageValue is an existing image or a new upload. */
export type ImageValue = { id: number; thumb_url?: string; full_url?: string; width?: number; height?: number }

type Props = {
  field: FieldHandle<ImageValue | null | undefined, ImageValue | null>
  label: string
  description?: ReactNode
  disabled?: boolean
  required?: boolean
  /** The text shown while a picture is fetched from another site. */
  pendingText?: string
}

export const imageHint = 'JPEG, PNG, GIF or WebP, at most 10 MB.'

/** ImageField uploads a dropped or chosen file immediately and shows it. */
export function ImageField({ field, label, description, disabled, required, pendingText }: Props) {
  const { value, set, error } = useField(field, label)
  const { progress, problem, selectFile, discard } = useUpload({ set, waitFor: field.waitFor, setProblem: field.setProblem })
  const [draggedOver, setDraggedOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setDraggedOver(false)
    if (!disabled) selectFile(event.dataTransfer.files[0])
  }

  return (
    <Field name={field.name}>
      <Input.Wrapper
        label={label}
        labelProps={requiredProps({ required }).labelProps}
        id={id}
        error={problem ?? error}
        description={description ?? imageHint}
        inputWrapperOrder={inputOrder}
      >
        <section
          aria-label={label}
          className={classes.drop}
          data-over={draggedOver || undefined}
          data-wrong={Boolean(problem ?? error) || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setDraggedOver(true)
          }}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={handleDrop}
        >
          <ImageThumbnail image={value} label={label} />
          <div className={classes.side}>
            {progress !== null ? (
              <Progress value={progress} label={`Uploading ${label.toLowerCase()}`} />
            ) : pendingText ? (
              <span className="row small">
                <Loader size={14} aria-hidden /> {pendingText}
              </span>
            ) : (
              <ImageButtons
                image={value}
                disabled={disabled}
                onChoose={() => input.current?.click()}
                onRemove={() => {
                  discard()
                  set(null)
                }}
                onDiscard={problem === null ? undefined : discard}
              />
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
            required={required}
            onChange={(event) => {
              selectFile(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </section>
      </Input.Wrapper>
    </Field>
  )
}

function ImageThumbnail({ image, label }: { image: ImageValue | null | undefined; label: string }) {
  const url = image?.thumb_url || image?.full_url
  if (url) return <img className={classes.preview} src={url} alt={`Preview of ${label.toLowerCase()}`} width={96} height={96} />
  return (
    <span className={classes.preview} aria-hidden>
      <IconPhotoUp size={28} />
    </span>
  )
}

type ButtonsProps = {
  image: ImageValue | null | undefined
  disabled?: boolean
  onChoose: () => void
  onRemove: () => void
  /** Given if a file could not be uploaded: the form is then saved without it. */
  onDiscard?: () => void
}

function ImageButtons({ image, disabled, onChoose, onRemove, onDiscard }: ButtonsProps) {
  return (
    <>
      <div className="row wrap">
        <Button variant="default" size="xs" disabled={disabled} onClick={onChoose}>
          {image ? 'Replace' : 'Choose an image'}
        </Button>
        {onDiscard && (
          <Button variant="default" size="xs" onClick={onDiscard}>
            {image ? 'Keep current image' : 'Discard file'}
          </Button>
        )}
        {image && (
          <Button variant="subtle" color="red" size="xs" disabled={disabled} leftSection={<IconTrash size={14} />} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      <span className="hint">{image?.width ? `${image.width} × ${image.height}` : 'or drop one here'}</span>
    </>
  )
}
