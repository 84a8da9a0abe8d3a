import { start } from '../../kit/start'

/** LegalValues are the fields about a picture's licence. */
export type LegalValues = {
  image_source: string
  image_source_url: string
  image_license: string
  image_license_url: string
  image_attribution: string
  image_modifications: string
}

type Terms = Pick<LegalValues, 'image_source' | 'image_source_url' | 'image_license' | 'image_license_url'>

const terms = (image_source: string, image_source_url: string, image_license: string, image_license_url: string): Terms => ({
  image_source,
  image_source_url,
  image_license,
  image_license_url,
})

/** providers are common sources of pictures: the label of the button, and the terms it fills in. */
export const providers: readonly (readonly [word: string, terms: Terms])[] = [
  [start.product, terms(start.product, '', 'All rights reserved', '')],
  ['flickr', terms('Flickr', 'https://www.flickr.com', 'CC BY 2.0', 'https://creativecommons.org/licenses/by/2.0/')],
  ['pexels', terms('Pexels', 'https://www.pexels.com', 'Pexels License', 'https://www.pexels.com/license/')],
  ['unsplash', terms('Unsplash', 'https://unsplash.com', 'Unsplash License', 'https://unsplash.com/license')],
  [
    'wikimedia-commons',
    terms('Wikimedia Commons', 'https://commons.wikimedia.org', 'CC BY-SA 4.0', 'https://creativecommons.org/licenses/by-sa/4.0/'),
  ],
]

/** fillTerms returns the terms of a provider for the fields that are empty or hold those of another provider: what was typed is kept. */
export function fillTerms(terms: Terms, current: Terms): Partial<Terms> {
  const names = Object.keys(terms) as (keyof Terms)[]
  const typed = (name: keyof Terms) => current[name] !== '' && !providers.some(([, other]) => other[name] === current[name])
  return Object.fromEntries(names.filter((name) => !typed(name)).map((name) => [name, terms[name]]))
}

export const emptyLegal: LegalValues = { ...terms('', '', '', ''), image_attribution: '', image_modifications: '' }

const adaptedNote = 'Cropped and adapted from the original.'

/** withAdaptedNote adds a standard note to the modifications, once. */
export function withAdaptedNote(modifications: string): string {
  const text = modifications.trim()
  return text.includes(adaptedNote) ? text : [text, adaptedNote].filter(Boolean).join(' ')
}
