import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { currentUser, useSession } from './session'

const storageKey = 'color-scheme'

/** useScheme returns light or dark: the user's setting, or that of the system. The sign-in page uses the last setting. */
export function useScheme(): 'light' | 'dark' {
  const { user } = useSession()
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false })
  const chosen = user?.settings.color_scheme ?? localStorage.getItem(storageKey) ?? 'auto'
  useEffect(() => {
    if (user) localStorage.setItem(storageKey, user.settings.color_scheme)
  }, [user])
  if (chosen === 'light' || chosen === 'dark') return chosen
  return systemIsDark ? 'dark' : 'light'
}

/** currentScheme returns the colour scheme outside of components. */
export function currentScheme(): 'light' | 'dark' {
  const chosen = currentUser()?.settings.color_scheme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
