import type { Me } from './api/schema.gen'

type Start = { product: string; timezone: string; demo: boolean; user: Me | null }

/** start is what the server put into the page, so that the first screen needs no question about who is there. */
export const start: Start = read()

/** nonce lets the components' own style elements through the content security policy. */
export const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

// Under this name the scroll lock of dialogs looks for it. Without it the policy drops the lock, and the page scrolls behind them.
Object.assign(globalThis, { __webpack_nonce__: nonce })

function read(): Start {
  const text = document.getElementById('start')?.textContent ?? ''
  try {
    return JSON.parse(text) as Start
  } catch {
    return { product: 'Waymark', timezone: 'UTC', demo: true, user: null } // the development server does not fill the page in
  }
}
