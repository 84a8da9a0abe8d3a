import type { Me } from './api/schema.gen'

type Start = {
  product: string
  timezone: string
  demo: boolean
  /** Nothing can be saved at the moment. */
  read_only: boolean
  /** The website on which Copilot can be tried, or empty. */
  demo_site: string
  /** The admin of the demo data, or empty if there is another one. */
  demo_admin: string
  user: Me | null
  /** The pictures of the icons that lists show, by name. */
  icons: Record<string, string> | null
}

/** start is the initial data in the page, so that the first render needs no request for the user. */
export const start: Start = read()

/** nonce allows the style elements of the component library in the content security policy. */
export const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''

function read(): Start {
  const text = document.getElementById('start')?.textContent ?? ''
  try {
    return JSON.parse(text) as Start
  } catch {
    return { product: 'Waymark', timezone: 'UTC', demo: true, read_only: false, demo_site: '', demo_admin: '', user: null, icons: null } // the development server does not provide the data
  }
}
