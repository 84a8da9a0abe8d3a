import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../kit/api/error'
import type { Import } from '../../kit/api/schema.gen'
import { uploadTo } from '../../kit/form/upload'
import { labelOf } from '../../kit/format/values'
import { paths } from '../../paths'
import { Note } from '../../ui/note'
import { Card, PageLayout } from '../../ui/page-layout'
import { Progress } from '../../ui/progress'
import classes from './imports.module.css'
import { RecentImports } from './recent-imports'

const fileTypes = '.csv,.tsv,.txt,.xlsx'

/** NewImport uploads the file of an import of the records at a path, and lists earlier imports. */
export function NewImport({ path, name = labelOf(path) }: { path: string; name?: string }) {
  return (
    <PageLayout
      title={path ? `Import ${name.toLowerCase()}` : 'Import data'}
      about="Create and update records from a table. Nothing changes before you have seen the result of a check."
      narrow
    >
      {path ? <FileStep path={path} /> : <Note>To import a file, open the table of the records and use its Import button.</Note>}
      <RecentImports />
    </PageLayout>
  )
}

function FileStep({ path }: { path: string }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [draggedOver, setDraggedOver] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState('')

  async function send(file: File | undefined) {
    if (!file) return
    setProblem('')
    setProgress(0)
    try {
      const { id } = await uploadTo<Import>(`/api/admin/imports?path=${encodeURIComponent(path)}`, file, setProgress)
      void navigate({ to: paths.import(id) })
    } catch (error) {
      setProgress(null)
      setProblem(error instanceof ApiError ? (Object.values(error.errors)[0]?.join(' ') ?? error.message) : messageOf(error))
    }
    if (input.current) input.current.value = '' // the same file can be chosen again
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setDraggedOver(false)
    void send(event.dataTransfer.files[0])
  }

  return (
    <Card title="File" step={1} about="CSV or XLSX, at most 100 MB and 1,000,000 rows. The first row has the headings.">
      <section
        aria-label="File to import"
        className={classes.drop}
        data-over={draggedOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setDraggedOver(true)
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={handleDrop}
      >
        <IconFileSpreadsheet size={28} aria-hidden />
        {progress === null ? (
          <>
            <Button leftSection={<IconUpload size={16} />} onClick={() => input.current?.click()}>
              Choose file
            </Button>
            <span className="small">or drop it here</span>
          </>
        ) : (
          <Progress value={progress} label="Uploading file" />
        )}
        <input ref={input} type="file" hidden accept={fileTypes} aria-label="File" onChange={(event) => void send(event.target.files?.[0])} />
      </section>
      {problem && (
        <div role="alert" className={classes.after}>
          <Note tone="warning">{problem}</Note>
        </div>
      )}
      <p className={`small ${classes.after}`}>
        A file that was exported here can be changed and imported again. To start with an empty one,{' '}
        <a href={`/api/admin/imports/sample?path=${encodeURIComponent(path)}`} download>
          download a sample file
        </a>
        .
      </p>
    </Card>
  )
}
