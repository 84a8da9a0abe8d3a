/** Records of the demo data for the screens that show one. */
const ids: Record<string, string> = {
  '/content/$id/edit': '/content/5/edit',
  '/image/$id/edit': '/image/12/edit',
  '/collections/$id': '/collections/3',
  '/shared-collections/$id': '/shared-collections/41',
  '/collaborators/$id': '/collaborators/1',
  '/partners/$id/details': '/partners/2/details',
  '/partners/$id/customizations': '/partners/2/customizations',
  '/partners/$id/collections': '/partners/2/collections',
  '/partners/$id/collections/$folder_id': '/partners/3/collections/13',
  '/partners/$id/sites': '/partners/2/sites',
  '/partners/$id/sites/$site_id': '/partners/2/sites/1',
  '/partners/$id/users': '/partners/2/users',
  '/users/$id/details': '/users/11/details',
  '/users/$id/collections': '/users/10/collections',
  '/users/$id/collections/$folder_id': '/users/41/collections/1',
  '/users/$id/shared-collections': '/users/10/shared-collections',
  '/account-types/$id/permissions': '/account-types/11/permissions?query=own',
  '/account-types/$id/user-templates': '/account-types/11/user-templates',
  '/copilot-insights/partner/$id': '/copilot-insights/partner/2',
  '/copilot-insights/user/$id': '/copilot-insights/user/11',
  '/countries/$id': '/countries/77',
}

/** sampleOf returns the path of a screen with a record of the demo data. */
export function sampleOf(path: string): string {
  const sample = ids[path] ?? path
  if (sample.includes('$')) throw new Error(`${path} needs a record: add one to ids`)
  return sample
}
