import './ui/mantine.css'
import './ui/theme.css'
import './ui/utilities.css'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeRouter } from './app/router'
import { recoverWith } from './kit/api/recovery'
import { confirmPassword } from './kit/session/confirm-password'
import { signedIn, signInAgain } from './kit/session/session'
import { nonce, start } from './kit/start'
import { knowIcons } from './ui/icon'

const root = document.getElementById('root')

recoverWith({ signInAgain, confirmPassword })
knowIcons(start.icons ?? {})
setNonce(nonce) // for the style element with which open dialogs prevent scrolling

// The development server does not embed the signed-in user in the page.
if (import.meta.env.DEV && !start.user) {
  const response = await fetch('/api/auth/me')
  if (response.ok) signedIn((await response.json()).item)
}
if (root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={makeRouter()} />
    </StrictMode>,
  )
