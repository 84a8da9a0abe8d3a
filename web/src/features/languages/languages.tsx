import { IconLanguage } from '@tabler/icons-react'
import { defineResource } from '../../kit/resource/define'
import { pageOf } from '../../kit/resource/resource-page'
import { paths } from '../../paths'

export const languages = defineResource('languages', {
  one: 'Language',
  many: 'Languages',
  about: 'Languages of content and users',
  icon: IconLanguage,
  name: (language) => language.name,
  sort: 'name',
  search: 'Search languages',
  columns: [
    { field: 'name', label: 'Name', opens: true },
    { field: 'alpha2', label: 'Alpha2' },
    { field: 'user_profile_enabled', label: 'User Profile Enabled', as: 'tick', sort: false },
    { field: 'content_count', label: 'Content count', as: 'number', counts: ({ id }) => paths.content({ language_id: id }) },
  ],
  form: [
    { field: 'name', label: 'Name', as: 'text', required: true },
    { field: 'alpha2', label: 'Alpha2', as: 'text', required: true, placeholder: 'us', description: 'Two-letter code.' },
    { field: 'user_profile_enabled', label: 'User profile enabled', as: 'switch', description: 'Users can choose this language in their profile.' },
  ],
  initial: { name: '', alpha2: '', user_profile_enabled: false },
  builtIn: 1, // English, the default
})

export const LanguagesPage = pageOf(languages)
