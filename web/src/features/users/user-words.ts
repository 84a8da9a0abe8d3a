import type { User } from '../../kit/api/schema.gen'
import type { Option } from '../../kit/form/fields'
import { labelOf } from '../../kit/format/values'

/** Whose contact details are shown on the landing pages a user shares. */
export const sharing: Record<User['display_contact_info_on_links'], string> = {
  personal: 'Personal contact details',
  company: 'Company contact details',
  none: 'No contact details',
}

/** What the live editor shows. */
export const editors: Record<User['live_editor_display'], string> = { 'landing-page': 'Landing page', embed: 'Embed' }

/** How a user signed up. */
export const sources: Record<User['signup_source'], string> = {
  direct: 'Direct',
  invite: 'Invitation',
  partner: 'Partner',
  copilot: 'Copilot',
  import: 'Import',
  admin: 'Created by staff',
}

const tasks: Record<string, string> = {
  verify_email: 'Verify the e-mail address',
  add_name: 'Add a name',
  add_phone: 'Add a phone number',
  add_company: 'Add a company',
  add_photo: 'Add a personal photo',
  add_logo: 'Add a logo',
  set_country: 'Choose a country',
  set_languages: 'Choose languages',
  set_agency: 'Choose a host agency',
  add_booking_contact: 'Add a booking contact',
  accept_collection: 'Accept a collection',
}

/** tasksOf lists the profile tasks with labels in a sensible order; unknown tasks of the server come last. */
export function tasksOf({ profile_tasks }: Pick<User, 'profile_tasks'>) {
  const known = Object.keys(tasks)
  const positionOf = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length)
  return Object.entries(profile_tasks)
    .sort(([one], [other]) => positionOf(one) - positionOf(other))
    .map(([name, done]) => ({ name, label: tasks[name] ?? labelOf(name), done }))
}

/** optionsOf converts a record of labels to the options of a field. */
export const optionsOf = <T extends string>(words: Record<T, string>): Option<T>[] =>
  (Object.entries(words) as [T, string][]).map(([value, label]) => ({ value, label }))
