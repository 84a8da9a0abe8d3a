import '../../ui/fields.css'
import { Box, SegmentedControl } from '@mantine/core'
import { IconLock, IconMail, IconPhone, IconWorld } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { fetchItems } from '../../kit/api/lists'
import type { Partner } from '../../kit/api/schema.gen'
import { useFormState } from '../../kit/form/form'
import type { ImageValue } from '../../kit/form/image-field'
import { Note } from '../../ui/note'
import type { GroupProps } from './customizations-setting'
import { type Font, fontGroups, type Values } from './customizations-values'
import classes from './preview.module.css'
import { type Look, lookOf } from './preview-look'
import { items, type Sample, Scene, samples } from './preview-samples'

const widths = { desktop: 1100, phone: 390 }
type Device = keyof typeof widths

const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
]

type Props = GroupProps & { partner: Partner; page: RefObject<HTMLDivElement | null> }

/**
 * Preview shows a landing page of the partner with the unsaved form values. It is purely visual: nothing in it can be focused,
 * and its headings are not headings of the console.
 */
export function Preview({ form, standard, partner, page }: Props) {
  const values = useFormState(form, (state) => state.values)
  const look = lookOf(values, standard, useFonts(values))
  const [device, setDevice] = useState<Device>('desktop')
  const [frame, scale] = useScale(widths[device])
  const missingFonts = look.missingFonts.join(', ')
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
      <div className={classes.desk}>
        <div className={classes.window} data-device={device} aria-hidden="true">
          <Chrome partner={partner} favicon={values.favicon} />
          <div ref={frame}>
            <div ref={page} className={classes.scroll} tabIndex={-1} data-testid="preview">
              <div className={classes.page} style={{ ...look.style, zoom: scale, width: widths[device] }} {...dataAttributes(look, device)}>
                <Landing partner={partner} values={values} look={look} />
              </div>
            </div>
          </div>
        </div>
      </div>
    </aside>
  )
}

/** dataAttributes returns the data attributes that the style sheet uses. */
const dataAttributes = ({ theme, columns, overlay, gradient, darkHeader }: Look, device: Device) => ({
  'data-theme': theme,
  'data-columns': device === 'phone' ? device : columns,
  'data-overlay': overlay,
  'data-gradient': gradient || undefined,
  'data-dark': darkHeader || undefined,
})

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

/** useFonts loads the names of the selected Google fonts. */
function useFonts(values: Values): Map<string, Font> {
  const ids = [...new Set(fontGroups.map((group) => values[`${group}google_font_id`] ?? ''))].filter(Boolean)
  const { data } = useQuery({
    queryKey: ['search/google-fonts', 'named', ids.join(',')], // the key of the pickers, so that they share the result
    queryFn: ({ signal }) => fetchItems('search/google-fonts', { ids: ids.join(','), per_page: 100 }, signal),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
  return new Map((data?.items ?? []).map((font) => [font.id, font]))
}

/** Chrome imitates the tab and address bar of a browser, to show the favicon. */
function Chrome({ partner, favicon }: { partner: Partner; favicon: ImageValue | null }) {
  return (
    <div className={classes.chrome}>
      <span className={classes.tab}>
        {favicon ? <img src={favicon.full_url} alt="" width={16} height={16} data-testid="preview-favicon" /> : <IconWorld size={16} />}
        <span className="truncate">{partner.name}</span>
      </span>
      <span className={classes.address}>
        <IconLock size={12} />
        <span className="truncate">{partner.landing_page_domain || `${partner.slug}.example`}</span>
      </span>
    </div>
  )
}

function Landing({ partner, values, look }: { partner: Partner; values: Values; look: Look }) {
  const logo = look.darkHeader ? (values.logo_light ?? values.logo) : (values.logo ?? values.logo_light)
  const logoOrName = logo ? (
    <img className={classes.logo} src={logo.full_url} alt="" data-testid="preview-logo" />
  ) : (
    <span className={classes.wordmark}>{partner.name}</span>
  )
  return (
    <>
      <div className={classes.bar} data-part="top">
        {look.logoInBar ? logoOrName : <span style={{ opacity: 0.75 }}>Your travel advisor</span>}
        <span className={classes.contacts}>
          <span className="row">
            <IconPhone size={16} /> {partner.phone || '+1 555 010 0100'}
          </span>
          <span className="row">
            <IconMail size={16} /> {partner.email || 'hello@partner.example'}
          </span>
        </span>
        <span className={classes.button} data-testid="preview-button">
          Get in touch
        </span>
      </div>
      <div className={classes.header} data-testid="preview-header">
        {values.header_background_image && <img className={classes.background} src={values.header_background_image.full_url} alt="" />}
        {look.overlay === 'full' && <div className={classes.overlay} data-testid="preview-overlay" />}
        <div className={classes.headerWords}>
          {look.overlay === 'centered' && <div className={classes.overlay} data-testid="preview-overlay" />}
          {!look.logoInBar && logoOrName}
          <div className={classes.title} data-testid="preview-title">
            {samples.title}
          </div>
          <div className={classes.message} data-testid="preview-message">
            {samples.message}
          </div>
        </div>
      </div>
      <div className={classes.block} data-part="heading">
        <div className={classes.heading} data-testid="preview-heading">
          {samples.heading}
        </div>
        <div>
          {samples.intro} <span className={classes.link}>Ask us about it</span>
        </div>
      </div>
      <div className={classes.items} data-part="content" data-testid="preview-items">
        {items.map((item, index) => (
          <Item key={item.title} item={item} index={index} values={values} />
        ))}
      </div>
      <div className={classes.inspires} data-part="inspires">
        {samples.inspires.map((title, index) => (
          <div key={title} className={classes.tile}>
            <Scene index={index + 3} />
            <span data-testid="preview-inspires">{title}</span>
          </div>
        ))}
      </div>
      <div className={classes.end}>
        {partner.name} · <span className={classes.link}>Privacy</span>
      </div>
    </>
  )
}

function Item({ item, index, values }: { item: Sample; index: number; values: Values }) {
  const facts = [values.content_author_enabled && item.author, values.content_runtime_enabled && item.runtime].filter(Boolean)
  return (
    <div className={classes.item} data-testid="preview-item">
      {values.content_image_enabled && (
        <div className={classes.picture} data-testid="preview-picture">
          <Scene index={index} />
        </div>
      )}
      <div className={classes.words} data-testid="preview-words">
        {values.content_lead_in_enabled && <div className={classes.leadIn}>{item.leadIn}</div>}
        {values.content_title_enabled && <div className={classes.itemTitle}>{item.title}</div>}
        {facts.length > 0 && <div className={classes.facts}>{facts.join(' · ')}</div>}
        {values.content_synopsis_enabled && <div>{item.synopsis}</div>}
        <span className={classes.link}>{item.action}</span>
      </div>
    </div>
  )
}
