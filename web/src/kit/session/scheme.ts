import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { useSession } from './session'

const place = 'color-scheme'

/** useScheme is light or dark: as the person has chosen, or as their machine is. The sign-in page remembers the last choice. */
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
