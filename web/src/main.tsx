import './ui/mantine.css'
import './ui/theme.css'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { makeRouter } from './app/router'
import { signedIn } from './kit/session/session'
import { nonce, start } from './kit/start'

const place = document.getElementById('root')

setNonce(nonce) // open dialogs keep the page below from scrolling by a style element of their own

// The development server does not know who is there: ask.
if (import.meta.env.DEV && !start.user) {
  const answer = await fetch('/api/auth/me')
  if (answer.ok) signedIn((await answer.json()).item)
}
if (place) createRoot(place).render(<RouterProvider router={makeRouter()} />)
