import { Fragment, type JSX, type ReactNode } from 'react'

/**
 * Markdown shows the parts of Markdown that staff use in texts: paragraphs with line breaks, headings, lists, quotations, code,
 * rules, emphasis and links. It creates elements instead of HTML, so that nothing in a text can become markup or a script.
 */
export function Markdown({ text }: { text: string }) {
  return <>{blocks(text.replaceAll('\r\n', '\n').split('\n'), 0)}</>
}

const fence = /^ {0,3}(```+|~~~+)/
const heading = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/
const rule = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/
const quote = /^ {0,3}> ?/
const bullet = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)/

const startsBlock = (line: string) => [fence, heading, rule, quote, bullet].some((start) => start.test(line))
/** Quotations and lists inside each other, beyond which a text is shown as it is. */
const maxDepth = 12

const isBlank = (line: string) => line.trim() === ''

/** blocks turns lines into elements, one block after the other. */
function blocks(lines: string[], depth: number): ReactNode[] {
  if (depth > maxDepth) return [lines.join('\n')]
  const found: ReactNode[] = []
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at] ?? '')) {
      at++
      continue
    }
    const { element, end } = blockAt(lines, at, depth)
    found.push(<Fragment key={at}>{element}</Fragment>)
    at = end
  }
  return found
}

type Block = { element: ReactNode /** The line after the block. */; end: number }

function blockAt(lines: string[], at: number, depth: number): Block {
  const line = lines[at] ?? ''
  const fenced = fence.exec(line)
  if (fenced) return codeBlock(lines, at, fenced[1] ?? '')
  const titled = heading.exec(line)
  if (titled) {
    const Level = `h${Math.min(titled[1]?.length ?? 1, 4)}` as keyof JSX.IntrinsicElements
    return { element: <Level>{inline(titled[2] ?? '')}</Level>, end: at + 1 }
  }
  if (rule.test(line)) return { element: <hr />, end: at + 1 }
  if (quote.test(line)) {
    const end = endOf(lines, at, (next) => quote.test(next) || (!isBlank(next) && !startsBlock(next)))
    return {
      element: (
        <blockquote>
          {blocks(
            lines.slice(at, end).map((next) => next.replace(quote, '')),
            depth + 1,
          )}
        </blockquote>
      ),
      end,
    }
  }
  if (bullet.test(line)) return list(lines, at, depth)
  const end = endOf(lines, at, (next) => !isBlank(next) && !startsBlock(next))
  return { element: <p>{withBreaks(lines.slice(at, end))}</p>, end }
}

/** endOf returns the first line after `at` for which a condition no longer holds. */
function endOf(lines: string[], at: number, holds: (line: string) => boolean): number {
  let end = at + 1
  while (end < lines.length && holds(lines[end] ?? '')) end++
  return end
}

function codeBlock(lines: string[], at: number, mark: string): Block {
  const end = endOf(lines, at, (line) => !line.trimStart().startsWith(mark))
  const element = (
    <pre>
      <code>{lines.slice(at + 1, end).join('\n')}</code>
    </pre>
  )
  return { element, end: end + 1 }
}

/** list reads the items of a list. Lines that are indented, or that continue a paragraph, belong to the item above them. */
function list(lines: string[], at: number, depth: number): Block {
  const numbered = /\d/.test(bullet.exec(lines[at] ?? '')?.[2] ?? '')
  const items: string[][] = []
  let end = at
  for (let indent = 0; end < lines.length; end++) {
    const line = lines[end] ?? ''
    const start = bullet.exec(line)
    const inside = line.search(/\S/) >= indent && items.length > 0
    if (start && (start[1]?.length ?? 0) < Math.max(indent, 1) && !rule.test(line)) {
      if (/\d/.test(start[2] ?? '') !== numbered) break
      indent = start[0].length
      items.push([line.slice(indent)])
    } else if (inside || (!isBlank(line) && !startsBlock(line) && !isBlank(lines[end - 1] ?? ''))) {
      items.at(-1)?.push(line.slice(Math.min(indent, Math.max(line.search(/\S/), 0))))
    } else if (isBlank(line) && end + 1 < lines.length && (bullet.test(lines[end + 1] ?? '') || (lines[end + 1] ?? '').search(/\S/) >= indent)) {
      items.at(-1)?.push('')
    } else break
  }
  const List = numbered ? 'ol' : 'ul'
  return { element: <List>{items.map((lines, index) => item(lines, index, depth))}</List>, end }
}

/** item shows a tight item without a paragraph around its text. */
function item(lines: string[], index: number, depth: number): ReactNode {
  const text = endOf(lines, 0, (line) => !isBlank(line) && !startsBlock(line))
  const rest = blocks(lines.slice(text), depth + 1)
  return (
    <li key={index}>
      {withBreaks(lines.slice(0, text))}
      {rest}
    </li>
  )
}

function withBreaks(lines: string[]): ReactNode {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key
    <Fragment key={index}>
      {index > 0 && <br />}
      {inline(line.trim().replace(/\\$/, ''))}
    </Fragment>
  ))
}

/** The marks inside a line, the first match wins: what is found earlier in the text, then earlier in this list. */
const marks: { mark: RegExp; element: (match: RegExpExecArray) => ReactNode }[] = [
  { mark: /\\([\\`*_{}[\]()#+\-.!~<>|"'&])/, element: ([, character]) => character },
  { mark: /(`+)(.+?)(?<!`)\1(?!`)/, element: ([, , code]) => <code>{code?.trim()}</code> },
  {
    mark: /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"([^"]*)")?\s*\)/,
    element: ([, text, url, title]) => link(url ?? '', inline(text ?? ''), title),
  },
  { mark: /<((?:https?:|mailto:|tel:)[^\s<>]+)>/i, element: ([, url]) => link(url ?? '', url?.replace(/^(mailto|tel):/i, '')) },
  { mark: /\bhttps?:\/\/[^\s<]*[^\s<.,:;"')\]!?*_~]/i, element: ([url]) => link(url, url) },
  { mark: /(\*\*|__)(?=\S)(.+?[*_]*)(?<=\S)\1/, element: ([, , text]) => <strong>{inline(text ?? '')}</strong> },
  { mark: /~~(?=\S)(.+?)(?<=\S)~~/, element: ([, text]) => <del>{inline(text ?? '')}</del> },
  { mark: /\*(?=[^\s*])(.+?)(?<=\S)\*(?!\*)/, element: ([, text]) => <em>{inline(text ?? '')}</em> },
  { mark: /(?<![\p{L}\p{N}])_(?=[^\s_])(.+?)(?<=\S)_(?![\p{L}\p{N}])/u, element: ([, text]) => <em>{inline(text ?? '')}</em> },
]

/** inline turns the marks inside a text into elements. */
function inline(text: string): ReactNode {
  const found: ReactNode[] = []
  let rest = text
  while (rest) {
    const next = firstMark(rest)
    if (!next) break
    found.push(rest.slice(0, next.match.index), <Fragment key={found.length}>{next.element(next.match)}</Fragment>)
    rest = rest.slice(next.match.index + next.match[0].length)
  }
  return [...found, rest]
}

function firstMark(text: string) {
  let first: { match: RegExpExecArray; element: (match: RegExpExecArray) => ReactNode } | undefined
  for (const { mark, element } of marks) {
    const match = mark.exec(text)
    if (match && (!first || match.index < first.match.index)) first = { match, element }
  }
  return first
}

/** link is a link to a page, an address or a phone. With any other protocol it has no target. */
function link(url: string, text: ReactNode, title?: string): ReactNode {
  const allowed = /^(https?:|mailto:|tel:|\/(?!\/))/i.test(url)
  return (
    <a href={allowed ? url : undefined} title={title}>
      {text}
    </a>
  )
}
