import { Markdown } from '../format/markdown'
import classes from './markdown-field.module.css'

/** MarkdownView shows Markdown as it will look. */
export function MarkdownView({ text }: { text: string }) {
  if (!text.trim()) return <p className={`${classes.view} dimmed`}>Nothing to show yet.</p>
  return (
    <div className={classes.view}>
      <Markdown text={text} />
    </div>
  )
}
