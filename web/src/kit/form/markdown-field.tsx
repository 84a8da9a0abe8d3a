import { useState } from 'react'
import { SegmentedControl } from '../../ui/segmented-control'
import { Textarea } from '../../ui/textarea'
import { Field, type FieldProps, inputProps } from './fields'
import { useField } from './form'
import classes from './markdown-field.module.css'
import { MarkdownView } from './markdown-view'

/** MarkdownField edits Markdown with a preview. */
export function MarkdownField(props: FieldProps<string> & { rows?: number }) {
  const { value, set, error } = useField(props.field, props.label)
  const [mode, setMode] = useState<'write' | 'preview'>('write')
  return (
    <Field name={props.field.name}>
      <div className={classes.root}>
        <SegmentedControl
          className={classes.mode}
          size="xs"
          aria-label={`${props.label}: write or preview`}
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
          value={mode}
          onChange={(next) => setMode(next as typeof mode)}
        />
        <Textarea
          {...inputProps(props, error)}
          description={props.description ?? 'Markdown: **bold**, *italic*, [link](https://…), - list.'}
          minRows={props.rows ?? 5}
          maxRows={18}
          value={value ?? ''}
          onChange={(event) => set(event.currentTarget.value)}
          styles={mode === 'preview' ? { wrapper: { display: 'none' } } : undefined}
        />
        {mode === 'preview' && <MarkdownView text={value ?? ''} />}
      </div>
    </Field>
  )
}
