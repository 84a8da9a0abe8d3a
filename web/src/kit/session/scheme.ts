import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { useSession } from './session'

const place = 'color-scheme'

/** useScheme returns light or dark: the user's setting, or that of the system. The sign-in page uses the last setting. */
export function useScheme(): 'light' | 'dark' {
  const { user } = useSession()
  const machine = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false })
  const chosen = user?.settings.color_scheme ?? localStorage.getItem(place) ?? 'auto'
  useEffect(() => {
    if (user) localStorage.setItem(place, user.settings.color_scheme)
  }, [user])
  if (chosen === 'light' || chosen === 'dark') return chosen
  return machine ? 'dark' : 'light'
}
