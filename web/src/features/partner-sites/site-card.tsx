import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Partner, Site } from '../../kit/api/schema.gen'
import { Copy } from '../../kit/dialog/copy'
import { Moment } from '../../kit/format/moment'
import { pluralise } from '../../kit/format/numbers'
import { lazyComponent } from '../../kit/lazy'
import { ExternalLink } from '../../ui/external-link'
import { Facts, MultilineText } from '../../ui/facts'
import { Card } from '../../ui/page-layout'
import { Tick } from '../../ui/tick'
import { addressOf } from './site-address'
import classes from './sites.module.css'
import type { sitesOf } from './sites-definition'

const ResourceDialog = lazyComponent(() => import('../../kit/resource/resource-dialog').then((file) => file.ResourceDialog))

type Props = { site: Site; partner: Partner; resource: ReturnType<typeof sitesOf>; onDelete: () => void }

/** SiteCard shows the details of a site, with buttons to edit and delete it. */
export function SiteCard({ site, partner, resource, onDelete }: Props) {
  const [editing, setEditing] = useState(false)
  const { id, domain, copilot_domains, featured_image: image, copilot_css, hashid, created_at, updated_at } = site
  return (
    <Card
      title="Site"
      actions={
        <div className="row">
          <Button variant="subtle" color="red" c="var(--danger)" size="xs" leftSection={<IconTrash size={14} />} onClick={onDelete}>
            Delete Site
          </Button>
          <Button variant="default" size="xs" leftSection={<IconPencil size={14} />} aria-label="Edit site" onClick={() => setEditing(true)}>
            Edit
          </Button>
        </div>
      }
    >
      <div className={classes.about}>
        <Facts
          bare
          list={[
            [
              'Domain',
              <a key="domain" className={classes.domain} href={`https://${domain}`} target="_blank" rel="noopener noreferrer">
                {domain}
              </a>,
            ],
            [
              'Copilot domains',
              <ul key="domains" className="list">
                {copilot_domains.map((host) => (
                  <li key={host}>
                    <ExternalLink to={addressOf(host)} title="Open the site in a new tab">
                      {host}
                    </ExternalLink>
                  </li>
                ))}
              </ul>,
            ],
            ['Copilot script', <Script key="script" partner={partner} />],
            ...disclaimerOf(site),
            ...(copilot_css ? [] : ([['Copilot CSS', <Nothing key="css">None</Nothing>]] as const)),
          ]}
        />
        <div className={classes.beside}>
          {image && <img src={image.full_url} alt={`Featured on ${domain}`} width={image.width} height={image.height} />}
          <Facts
            bare
            list={[
              ...(image ? [] : ([['Featured image', <Nothing key="image">None</Nothing>]] as const)),
              [
                'Hash ID',
                <div key="hashid" className="row gap-6">
                  <code>{hashid}</code> <Copy value={hashid} label="Copy hash ID" />
                </div>,
              ],
              ['Created', <Moment key="created" at={created_at} as="time" />],
              ['Updated', <Moment key="updated" at={updated_at} as="time" />],
            ]}
          />
        </div>
      </div>
      {copilot_css && <Css css={copilot_css} />}
      <Suspense>{editing && <ResourceDialog resource={resource} id={id} row={site} onClose={() => setEditing(false)} />}</Suspense>
    </Card>
  )
}

const Nothing = ({ children }: { children: string }) => <span className="dimmed">{children}</span>

/** Script shows the HTML that the site has to include. */
function Script({ partner: { copilot_snippet: snippet } }: { partner: Partner }) {
  if (!snippet) return <Nothing>The partner needs API credentials first</Nothing>
  return (
    <div className="row gap-6 top">
      <code className={classes.snippet}>{snippet}</code> <Copy value={snippet} label="Copy Copilot script" />
    </div>
  )
}

/** disclaimerOf returns the disclaimer facts. Text and selector are only used while the disclaimer is enabled. */
function disclaimerOf(site: Site) {
  if (!site.copilot_disclaimer_enabled) return [['Disclaimer', <Tick key="off" on={false} />]] as const
  const { copilot_disclaimer_text: text, copilot_disclaimer_selector: selector } = site
  return [
    ['Disclaimer', <Tick key="on" on />],
    ['Disclaimer text', text ? <MultilineText key="text">{text}</MultilineText> : <Nothing key="text">Default text</Nothing>],
    ['Disclaimer selector', selector ? <code key="selector">{selector}</code> : <Nothing key="selector">After the body tag</Nothing>],
  ] as const
}

function Css({ css }: { css: string }) {
  return (
    <div className={classes.css}>
      <div className={classes.cssHead}>
        <h3>Copilot CSS</h3>
        <span className="hint">{pluralise(css.trimEnd().split('\n').length, 'line')}</span>
        <Copy value={css} label="Copy CSS" />
      </div>
      {/* Long CSS scrolls, also by keyboard. */}
      <section aria-label="Copilot CSS">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable */}
        <pre className="box code flat" tabIndex={0}>
          {css}
        </pre>
      </section>
    </div>
  )
}
