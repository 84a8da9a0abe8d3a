/** premium are the premium features of a partner that staff can change. */
export const premium = [
  { field: 'has_premium_seo', label: 'Enhanced SEO' },
  { field: 'has_premium_itineraries', label: 'Itineraries' },
  { field: 'has_premium_forms', label: 'Lead Generation / Surveys' },
  { field: 'has_premium_themes', label: 'Premium Themes' },
  { field: 'has_premium_share', label: 'Travel Advisor Marketing' },
] as const

/** collaborators is a premium feature that only the platform sets. */
export const collaborators = { field: 'has_premium_collaborators', label: 'Collaborators' } as const

const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15].map((value) => ({ value, label: value === 1 ? '1 minute' : `${value} minutes` }))

/** durations are the cache durations of Copilot in minutes. */
export const durations: readonly { value: number; label: string }[] = [
  { value: 0, label: 'Disabled' },
  ...minutes,
  { value: 1440, label: '1 day' },
  { value: 4320, label: '3 days' },
  { value: 20160, label: '2 weeks' },
  { value: 43200, label: '30 days' },
  { value: 129600, label: '90 days' },
  { value: 525600, label: '1 year' },
]

export const durationOf = (minutes: number) => durations.find(({ value }) => value === minutes)?.label ?? `${minutes} minutes`
