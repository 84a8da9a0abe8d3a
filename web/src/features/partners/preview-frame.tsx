import { type RefObject, useEffect, useRef, useState } from 'react'
import { nonce } from '../../kit/start'
import classes from './preview.module.css'

type Props = { html: string; width: number; scale: number; page: RefObject<HTMLIFrameElement | null> }

/**
 * PreviewFrame shows a page in a frame without scripts, forms or navigation. The console changes the document in place, so that
 * pictures stay and the page does not scroll back to its top. That requires allow-same-origin: never add allow-scripts.
 */
export function PreviewFrame({ html, width, scale, page }: Props) {
  const [firstPage] = useState(() => withNonce(html))
  const shown = useRef(html)
  const show = () => {
    const old = page.current?.contentDocument
    if (!old?.body || shown.current === html) return
    const next = new DOMParser().parseFromString(withNonce(html), 'text/html')
    const [oldStyle, nextStyle] = [old.querySelector('style'), next.querySelector('style')]
    // The style element keeps its nonce, which allows its new content.
    if (oldStyle && nextStyle && oldStyle.textContent !== nextStyle.textContent) oldStyle.textContent = nextStyle.textContent
    morph(old.body, next.body)
    shown.current = html
  }
  useEffect(show)
  return (
    <iframe
      ref={page}
      className={classes.page}
      style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
      title="Page preview"
      data-testid="preview"
      tabIndex={-1}
      sandbox="allow-same-origin"
      srcDoc={firstPage}
      onLoad={show}
    />
  )
}

/** withNonce allows the page's style element in the content security policy of the console, which applies in the frame and to parsed documents too. */
const withNonce = (html: string) => html.replace('<style>', `<style nonce="${nonce}">`)

/** morph makes an element equal to another one, and keeps what they have in common. */
export function morph(old: Element, next: Element) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name)
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
  const [before, after] = [[...old.childNodes], [...next.childNodes]]
  for (const [index, node] of after.entries()) {
    const existing = before[index]
    if (!existing) old.append(node)
    else if (isSameElement(existing, node)) morph(existing as Element, node as Element)
    else if (!existing.isEqualNode(node)) existing.replaceWith(node)
  }
  for (const node of before.slice(after.length)) node.remove()
}

const isSameElement = (old: Node, next: Node) => old.nodeType === Node.ELEMENT_NODE && old.nodeName === next.nodeName

/** scrollToPart scrolls the preview to one of its parts. */
export function scrollToPart(page: HTMLIFrameElement | null, part: string | undefined) {
  const target = page?.contentDocument?.querySelector(`[data-part="${part}"]`)
  page?.contentWindow?.scrollBy({ top: target ? target.getBoundingClientRect().top - 8 : 0 })
}
