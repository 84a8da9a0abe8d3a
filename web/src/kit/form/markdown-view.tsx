import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { useMemo } from 'react'
import classes from './markdown-field.module.css'

// HTML is shown as text, as on the platform.
const markdown = new Marked({ gfm: true, breaks: true, renderer: { html: ({ text }) => asText(text) } })

function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** MarkdownView renders Markdown. The allow-list excludes scripts, forms and frames. */
export function MarkdownView({ text }: { text: string }) {
  const html = useMemo(() => {
    const dirty = markdown.parse(text, { async: false })
    return DOMPurify.sanitize(dirty, {
      ALLOWED_TAGS: ['p', 'br', 'strong', 'em', 'del', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'h1', 'h2', 'h3', 'h4', 'hr'],
      ALLOWED_ATTR: ['href', 'title'],
      ALLOWED_URI_REGEXP: /^(https?:|mailto:|tel:|\/(?!\/))/i,
    })
  }, [text])
  if (!html) return <p className={`${classes.view} dimmed`}>Nothing to show yet.</p>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above, by an allow-list
  return <div className={classes.view} dangerouslySetInnerHTML={{ __html: html }} />
}
