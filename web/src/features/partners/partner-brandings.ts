import { useList } from '../../kit/api/lists'

const all: readonly { id: string; name: string }[] = []

/** useBrandings returns the options for the branding that Copilot shows; blank is Automatic. */
export function useBrandings() {
  const { data } = useList('options/copilot-advisor-branding', {})
  return (data?.items ?? all).map(({ id, name }) => ({ value: id, label: name }))
}
