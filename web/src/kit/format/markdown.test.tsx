import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from './markdown'

const html = (text: string) => render(<Markdown text={text} />).container.innerHTML

test.each([
  ['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
  ['# Title #\n##### Small', '<h1>Title</h1><h4>Small</h4>'],
  [
    '**bold** and __bold__, *em* and _em_, ~~gone~~',
    '<p><strong>bold</strong> and <strong>bold</strong>, <em>em</em> and <em>em</em>, <del>gone</del></p>',
  ],
  ['***both*** and **a *b* c**', '<p><strong><em>both</em></strong> and <strong>a <em>b</em> c</strong></p>'],
  ['snake_case_name and 2 * 3 * 4', '<p>snake_case_name and 2 * 3 * 4</p>'],
  ['\\*not em\\* and `a *b* <c>`', '<p>*not em* and <code>a *b* &lt;c&gt;</code></p>'],
  ['- one\n- two\n  more\n  - nested\n- three', '<ul><li>one</li><li>two<br>more<ul><li>nested</li></ul></li><li>three</li></ul>'],
  ['1. one\n2. two\n\nafter', '<ol><li>one</li><li>two</li></ol><p>after</p>'],
  ['text\n- item', '<p>text</p><ul><li>item</li></ul>'],
  ['> quoted\n> more\n\nafter', '<blockquote><p>quoted<br>more</p></blockquote><p>after</p>'],
  ['```\na <b>\n\n- c\n```\nafter', '<pre><code>a &lt;b&gt;\n\n- c</code></pre><p>after</p>'],
  ['one\n\n---\n\ntwo', '<p>one</p><hr><p>two</p>'],
  ['[site](https://a.example/x_(y) "Title")', '<p><a href="https://a.example/x_(y)" title="Title">site</a></p>'],
  [
    '<https://a.example> and https://b.example/p?q=1.',
    '<p><a href="https://a.example">https://a.example</a> and <a href="https://b.example/p?q=1">https://b.example/p?q=1</a>.</p>',
  ],
  ['[**b**](/path) [mail](mailto:a@b.example)', '<p><a href="/path"><strong>b</strong></a> <a href="mailto:a@b.example">mail</a></p>'],
  ['', ''],
])('renders %j', (text, want) => {
  expect(html(text)).toBe(want)
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](//evil.example)',
  '[x](vbscript:x)',
  '<javascript:alert(1)>',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '![x](javascript:alert(1))',
  '[x](https://a.example" onclick="alert(1))',
])('makes nothing dangerous of %j', (text) => {
  const { container } = render(<Markdown text={text} />)
  expect(container.querySelectorAll('script, img, [onerror], [onclick]')).toHaveLength(0)
  for (const link of container.querySelectorAll('a[href]')) expect(link.getAttribute('href')).toMatch(/^(https?:|mailto:|tel:|\/[^/])/)
})

test.each(['*', '**a', '[', '[a](', '`', '> ', '- ', '_a', '~~a', '<https:', '![', '#'])('survives a text of 3,000 times %j', (part) => {
  const { container } = render(<Markdown text={part.repeat(3_000)} />)
  expect(container.childElementCount).toBe(1)
})
