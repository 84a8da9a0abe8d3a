import { ActionIcon, Button, Loader, TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { Field, requiredProps } from '../../kit/form/fields'
import { type Form, useField } from '../../kit/form/form'
import { paths } from '../../paths'
import { Note } from '../../ui/note'
import { Card } from '../../ui/page-layout'
import { tooltip } from '../../ui/tooltip'
import classes from './content-form.module.css'
import type { Values } from './content-values'
import { safeUrl } from './safe-url'
import type { Address } from './use-address'

const sentence = new Intl.ListFormat('en-GB')

/** AddressStep is the first step: the URL of the item, and the result of reading the page. */
export function AddressStep({ form, address, isNew }: { form: Form<Values>; address: Address; isNew: boolean }) {
  const { value, error } = useField(form.field('content_url'), 'URL')
  const { reading, input, read, handleInput } = address
  const showNext = isNew && !reading.page
  const pasted = useRef(false)
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !isNew || event.nativeEvent.isComposing) return
    event.preventDefault() // Enter must not submit the form
    if (showNext && !reading.busy) void read()
  }
  function handlePaste(event: ClipboardEvent) {
    pasted.current = /^\S+\.\S+$/.test(event.clipboardData.getData('text').trim())
  }
  return (
    <Card step={1} title="Enter URL" about={isNew ? 'Paste the URL of the page and we’ll fill in what we can find.' : undefined}>
      <Field name="content_url">
        <div className="row top">
          <TextInput
            {...requiredProps({ required: true })}
            className="grow"
            ref={input}
            type="url"
            label="URL"
            placeholder="https://"
            autoComplete="off"
            autoFocus={isNew}
            error={reading.problem ?? error}
            value={value}
            onPaste={handlePaste}
            onChange={(event) => {
              handleInput(event.currentTarget.value, pasted.current)
              pasted.current = false
            }}
            rightSection={<OpenPage url={value} />}
            onKeyDown={handleKeyDown}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
          />
          {showNext && (
            <Button flex="none" mt={25} loading={reading.busy} onClick={() => void read()}>
              Next
            </Button>
          )}
        </div>
      </Field>
      <div role="status" className={classes.notes}>
        {reading.busy && (
          <p className="row flat dimmed">
            <Loader size={14} aria-hidden /> {isNew ? 'Reading the page…' : 'Checking the URL…'}
          </p>
        )}
        <Notes {...reading} isNew={isNew} />
      </div>
    </Card>
  )
}

/** OpenPage is a link to the page that the form is about. */
function OpenPage({ url }: { url: string }) {
  const page = safeUrl(url)
  if (!page) return null
  const label = 'Open the page in a new tab'
  return (
    <ActionIcon component="a" href={page.href} target="_blank" rel="noopener noreferrer" size="md" aria-label={label} {...tooltip(label)}>
      <IconExternalLink size={16} />
    </ActionIcon>
  )
}

/** Notes show the fields that were filled in, and warnings. */
function Notes({ page, picture, isNew }: Address['reading'] & { isNew: boolean }) {
  if (!page) return null
  const { title, synopsis, type_id, url_exists, existing, warning } = page
  const image = picture === 'loading' || picture === 'loaded'
  const filled = Object.entries({ title: isNew && title, synopsis: isNew && synopsis, 'media type': isNew && type_id, image })
    .filter(([, value]) => value)
    .map(([name]) => name)
  return (
    <>
      {url_exists && (
        <Note tone="warning">
          <span>This URL is already in the database.</span>{' '}
          {existing && <Link to={paths.editItem(existing)}>{existing.title || 'Open existing item'}</Link>}
        </Note>
      )}
      {warning && <Note tone="warning">{warning}</Note>}
      {filled.length > 0 && <Note tone="good">We filled in the {sentence.format(filled)}. Please review and edit as necessary.</Note>}
    </>
  )
}
