import { expect, test } from 'vitest'
import { morph } from './preview-frame'

const body = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

test.each([
  ['<body data-theme="a" data-dark><p>x</p>', '<body data-theme="b"><p class="y">z</p>'],
  ['<ul><li>1</li><li>2</li></ul>', '<ul><li>1</li></ul>'],
  ['<ul><li>1</li></ul>', '<ul><li>1</li><li><img src="/a.png">2</li></ul><p>end</p>'],
  ['<h1>a</h1>', '<p>a</p>'],
  ['a<b>c</b>', '<b>c</b>d'],
  ['', '<p>x</p>'],
])('turns %j into %j', (before, after) => {
  const old = body(before)
  morph(old, body(after))
  expect(old.outerHTML).toBe(body(after).outerHTML)
})

test('keeps pictures that have not changed', () => {
  const old = body('<div class="a"><img src="/a.png"><p>x</p></div>')
  const picture = old.querySelector('img')
  morph(old, body('<div class="b"><img src="/a.png"><p>y</p></div>'))
  expect(old.querySelector('img')).toBe(picture)
})
