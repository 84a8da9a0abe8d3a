import { ActionIcon } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import { tooltip } from '../../ui/tooltip'
import { RouteLink } from '../route-link'

/** The app provides the URL of the screen that imports the records of a list. Without one there is no button. */
export const ImportContext = createContext<((path: string, label: string) => string) | undefined>(undefined)

/** ImportButton opens the screen that imports the records of a table from a file. */
export function ImportButton({ from, label }: { from: string; label: string }) {
  const urlOf = useContext(ImportContext)
  if (!urlOf) return null
  return (
    <ActionIcon component={RouteLink} {...tooltip('Import')} aria-label={`Import ${label.toLowerCase()}`} to={urlOf(from, label)}>
      <IconUpload size={18} />
    </ActionIcon>
  )
}
