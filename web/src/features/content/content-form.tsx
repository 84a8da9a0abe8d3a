import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MediaType } from '../../kit/api/schema.gen'
import { type Form, useDirty } from '../../kit/form/form'
import { SubmitButton } from '../../kit/form/form-body'
import { Trail } from '../../kit/page/trail'
import classes from './content-form.module.css'
import { contentList } from './content-lists'
import type { Values } from './content-values'

export const invalidBanner = 'Oops. Seems like something went wrong. Please check the fields highlighted in red.'

export const trail = (here: string) => <Trail to={[contentList()]}>{here}</Trail>

export const typeOf = (types: MediaType[] | undefined, { type_id }: Values) => types?.find((type) => type.id === type_id)

export function Footer({ form, more, children }: { form: Form<Values>; more?: ReactNode; children: ReactNode }) {
  const dirty = useDirty(form)
  return (
    <>
      <span className={classes.unsaved}>{dirty && 'Unsaved changes'}</span>
      <Button variant="default" component={Link} to={contentList().url}>
        Cancel
      </Button>
      {more}
      <SubmitButton form={form}>{children}</SubmitButton>
    </>
  )
}
