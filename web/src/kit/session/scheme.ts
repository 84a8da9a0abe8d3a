import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useLayoutEffect } from 'react'
import { currentUser, useUser } from './session'

const storageKey = 'color-scheme'

/** useScheme returns light or dark: the user's setting, or that of the system. The sign-in page uses the last setting. */
export function useScheme(): 'light' | 'dark' {
  const setting = useUser((user) => user?.settings.color_scheme)
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false })
  const chosen = setting ?? localStorage.getItem(storageKey) ?? 'auto'
  useEffect(() => {
    if (setting) localStorage.setItem(storageKey, setting)
  }, [setting])
  if (chosen === 'light' || chosen === 'dark') return chosen
  return systemIsDark ? 'dark' : 'light'
}

/** Scheme sets the colours of the page. It renders nothing, so that another theme is one attribute for the browser and no work for React. */
export function Scheme() {
  const scheme = useScheme()
  useLayoutEffect(() => document.documentElement.setAttribute('data-mantine-color-scheme', scheme), [scheme])
  return null
}

/** currentScheme returns the colour scheme outside of components. */
export function currentScheme(): 'light' | 'dark' {
  const chosen = currentUser()?.settings.color_scheme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
