import { Box, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLock, IconWorld } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../kit/api/client'
import { messageOf } from '../../kit/api/error'
import { fetchItems } from '../../kit/api/lists'
import type { Partner } from '../../kit/api/schema.gen'
import { useFormState } from '../../kit/form/form'
import type { ImageValue } from '../../kit/form/image-field'
import { Note } from '../../ui/note'
import { SegmentedControl } from '../../ui/segmented-control'
import type { GroupProps } from './customizations-setting'
import { fontGroups, previewBody, type Values } from './customizations-values'
import classes from './preview.module.css'
import { PreviewFrame } from './preview-frame'

const widths = { desktop: 1100, phone: 390 }
type Device = keyof typeof widths

const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
]

type Props = GroupProps & { partner: Partner; page: RefObject<HTMLIFrameElement | null> }

/** Preview shows a landing page of the partner, as the server renders it, with the unsaved form values. Nothing in it can be focused. */
export function Preview({ form, standard, partner, page }: Props) {
  const values = useFormState(form, (state) => state.values)
  const { html, url, problem, retry } = usePage(partner, values, standard)
  const missingFonts = useFontNames(values).join(', ')
  const [device, setDevice] = useState<Device>('desktop')
  const [frame, scale] = useScale(widths[device])
  return (
    <aside className={classes.side} aria-labelledby="preview-title">
      <div className={classes.head}>
        <div>
          <h2 className="heading" id="preview-title">
            Preview
          </h2>
          <p className="flat small">Sample content with your unsaved changes</p>
        </div>
        <SegmentedControl size="xs" aria-label="Preview width" data={devices} value={device} onChange={(next) => setDevice(next as Device)} />
      </div>
      {missingFonts && (
        <Box px="md" pb="sm">
          <Note small>
            Google Fonts are not loaded in this preview; a substitute is shown for <b>{missingFonts}</b>.
          </Note>
        </Box>
      )}
      {problem && (
        <Box px="md" pb="sm" role="alert">
          <Note small>
            The preview is out of date. {problem}{' '}
            <Button size="compact-xs" variant="default" onClick={retry}>
              Try again
            </Button>
          </Note>
        </Box>
      )}
      <div className={classes.desk}>
        <div className={classes.window} data-device={device} aria-hidden="true">
          <Chrome name={partner.name} url={url} favicon={values.favicon} />
          <div ref={frame} className={classes.scroll}>
            {html && <PreviewFrame html={html} width={widths[device]} scale={scale} page={page} />}
          </div>
        </div>
      </div>
    </aside>
  )
}

/** usePage renders the page on the server. The previous page stays until the next one has arrived, also after an error. */
function usePage(partner: Partner, values: Values, standard: Values) {
  const [body] = useDebouncedValue(JSON.stringify(previewBody(values, standard)), 150)
  const [shown, setShown] = useState({ html: '', url: '' })
  const { data, error, refetch } = useQuery({
    queryKey: [`partners/${partner.id}/customisations/preview`, body],
    queryFn: async ({ signal }) => {
      const params = { path: { id: String(partner.id) } }
      return bodyOf(await api.POST('/api/admin/partners/{id}/customisations/preview', { params, body: JSON.parse(body), signal }))
    },
    gcTime: 0, // every value that was typed would be another page
  })
  if (data && data.html !== shown.html) setShown(data)
  return { ...shown, problem: error && messageOf(error), retry: () => void refetch() }
}

/** useScale scales a page of this width to the available space. */
function useScale(width: number) {
  const frame = useRef<HTMLDivElement>(null)
  const [availableWidth, setAvailableWidth] = useState(600)
  useLayoutEffect(() => {
    const measure = () => frame.current?.clientWidth && setAvailableWidth(frame.current.clientWidth) // 0 while it is hidden
    measure() // before the first paint
    const observer = new ResizeObserver(measure)
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return [frame, Math.min(1, availableWidth / width)] as const
}

/** useFontNames returns the names of the selected Google fonts. */
function useFontNames(values: Values): string[] {
  const chosen = fontGroups.filter((group) => values[`${group}font_type`] === 'google-font').map((group) => values[`${group}google_font_id`] ?? '')
  const ids = [...new Set(chosen)].filter(Boolean)
  const { data } = useQuery({
    queryKey: ['search/google-fonts', 'named', ids.join(',')], // the key of the pickers, so that they share the result
    queryFn: ({ signal }) => fetchItems('search/google-fonts', { ids: ids.join(','), per_page: 100 }, signal),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
  return (data?.items ?? []).filter(({ id }) => ids.includes(id)).map(({ name }) => name)
}

/** Chrome imitates the tab and address bar of a browser, to show the favicon. */
function Chrome({ name, url, favicon }: { name: string; url: string; favicon: ImageValue | null }) {
  return (
    <div className={classes.chrome}>
      <span className={classes.tab}>
        {favicon ? <img src={favicon.full_url} alt="" width={16} height={16} data-testid="preview-favicon" /> : <IconWorld size={16} />}
        <span className="truncate">{name}</span>
      </span>
      <span className={classes.address}>
        <IconLock size={12} />
        <span className="truncate">{url.replace(/^https?:\/\/|\/$/g, '')}</span>
      </span>
    </div>
  )
}
