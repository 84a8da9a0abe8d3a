import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Partner } from '../../kit/api/schema.gen'
import { Copy } from '../../kit/dialog/copy'
import { MarkdownView } from '../../kit/form/markdown-view'
import { Code, ValueOrDash } from '../../kit/page/sections'
import { RecordLink } from '../../kit/resource/columns'
import { paths } from '../../paths'
import { EmailAddress } from '../../ui/email-address'
import { Facts, MultilineText } from '../../ui/facts'
import { Tick } from '../../ui/tick'
import { useBrandings } from './partner-brandings'
import classes from './partner-details.module.css'
import { durationOf } from './partner-words'

type Props = { partner: Partner }

export function PartnerFacts({ partner }: Props) {
  const { id, account_type, name, slug, email, phone, url, whitelist_domains, same_tab_domains, landing_page_domain } = partner
  return (
    <Facts
      bare
      list={[
        ['Account type', <ValueOrDash key="type">{account_type?.name}</ValueOrDash>],
        ['Name', name],
        ['Slug', slug],
        ['E-mail', <ValueOrDash key="email">{email && <EmailAddress>{email}</EmailAddress>}</ValueOrDash>],
        ['Phone', <ValueOrDash key="phone">{phone}</ValueOrDash>],
        ['URL', <ValueOrDash key="url">{url && <External to={url} />}</ValueOrDash>],
        ['Whitelist domains', whitelist_domains.join(', ') || 'Embedding is disabled'],
        ['Same-tab domains', <ValueOrDash key="same">{same_tab_domains.join(', ')}</ValueOrDash>],
        ['Landing page domain', <ValueOrDash key="landing">{landing_page_domain}</ValueOrDash>],
        [
          'Libraries',
          <RecordLink key="libraries" to={paths.libraries({ partner_id: id })}>
            View libraries
          </RecordLink>,
        ],
        [
          'Markets',
          <RecordLink key="markets" to={paths.partnerMarkets({ partner_id: id })}>
            View markets
          </RecordLink>,
        ],
      ]}
    />
  )
}

/** External is a link to another site that opens in a new tab. */
function External({ to }: { to: string }) {
  return (
    <a className={classes.external} href={to} target="_blank" rel="noopener noreferrer">
      {to}
      <IconExternalLink size={14} aria-hidden />
    </a>
  )
}

/** ExploreFacts are the values needed to embed the partner's collections in other sites. */
export function ExploreFacts({ partner: { alt_id, landing_page_domain, embed_snippet, whitelist_domains, same_tab_domains } }: Props) {
  const embeds = whitelist_domains.length > 0
  return (
    <Facts
      bare
      list={[
        ['PID', <Code key="pid" value={alt_id} label="Copy PID" />],
        ['Landing page domain', landing_page_domain || <span className="dimmed">Platform default</span>],
        [
          'Embed snippet',
          <div key="snippet">
            <div className={classes.snippet}>
              <code>{embed_snippet}</code> <Copy value={embed_snippet} label="Copy embed snippet" />
            </div>
            <p className={classes.hint}>Shows this partner’s public collections. Paste it where they should appear on a page.</p>
          </div>,
        ],
        [
          'Embedding',
          <div key="embedding">
            <Tick on={embeds} />
            <p className={classes.hint}>
              {embeds
                ? `Only pages of ${whitelist_domains.join(', ')} can show the snippet. Browsers refuse it on other sites.`
                : 'No site can show the snippet. Add the sites that may to the whitelist domains.'}
            </p>
          </div>,
        ],
        ['Same-tab domains', <ValueOrDash key="same">{same_tab_domains.join(', ')}</ValueOrDash>],
      ]}
    />
  )
}

/** Truncated truncates a long text, with a button to show all of it. */
function Truncated({ text, children }: { text: string; children: ReactNode }) {
  const [expanded, setExpanded] = useState(false)
  const isLong = text.length > 600 || text.split('\n').length > 10
  return (
    <>
      <div className={classes.long} data-cut={(isLong && !expanded) || undefined}>
        {children}
      </div>
      {isLong && (
        <Button variant="subtle" size="compact-xs" mt={6} ml={-8} onClick={() => setExpanded(!expanded)}>
          {expanded ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}

export function InspiresFacts({ partner: { id, inspires_logo_url, inspires_partner_details, inspires_allow_ctas } }: Props) {
  return (
    <Facts
      bare
      list={[
        [
          'Logo URL',
          inspires_logo_url ? (
            <External key="logo" to={inspires_logo_url} />
          ) : (
            <span key="logo">
              None. Uses the logo set under <Link to={paths.partnerCustomizations(id)}>Customisations</Link>.
            </span>
          ),
        ],
        [
          'Partner details',
          <ValueOrDash key="details">
            {inspires_partner_details && (
              <Truncated text={inspires_partner_details}>
                <MarkdownView text={inspires_partner_details} />
              </Truncated>
            )}
          </ValueOrDash>,
        ],
        ['Allow CTAs', <Tick key="ctas" on={inspires_allow_ctas} />],
      ]}
    />
  )
}

export function CopilotFacts({ partner }: Props) {
  const { id, inspires_display_copilot, inspires_customisations_enabled, copilot_advisor_branding, copilot_cache_duration, copilot_domains } = partner
  const branding = useBrandings().find(({ value }) => value === copilot_advisor_branding)
  return (
    <Facts
      bare
      list={[
        ['Display Copilot on Inspires', <Tick key="display" on={inspires_display_copilot} />],
        ['Customisations enabled', <Tick key="customisations" on={inspires_customisations_enabled} />],
        ['Advisor branding', branding?.label ?? ''],
        ['Cache duration', durationOf(copilot_cache_duration)],
        [
          'Copilot domains',
          <div key="domains">
            {copilot_domains.join(', ') || <span className="dimmed">None</span>}
            <p className={classes.hint}>
              Collected from this partner’s sites; edit them under <Link to={paths.partnerSites(id)}>Sites</Link>.
            </p>
          </div>,
        ],
        [
          'Insights',
          <RecordLink key="insights" to={paths.copilotPartner(id)}>
            View Copilot insights
          </RecordLink>,
        ],
      ]}
    />
  )
}

export function AiFacts({ partner: { ai_brand_voice } }: Props) {
  return (
    <Facts
      bare
      list={[
        [
          'Brand voice',
          <ValueOrDash key="voice">
            {ai_brand_voice && (
              <Truncated text={ai_brand_voice}>
                <MultilineText>{ai_brand_voice}</MultilineText>
              </Truncated>
            )}
          </ValueOrDash>,
        ],
      ]}
    />
  )
}
