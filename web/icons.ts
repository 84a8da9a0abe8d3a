type Family = { label: string; search?: { terms?: (string | number)[] } }

/** iconTerms lists each icon with the words it is found by. */
export function iconTerms(metadata: string, names: string[]): Record<string, string> {
  const families = JSON.parse(metadata) as Record<string, Family>
  return Object.fromEntries(
    names.map((name) => {
      const words = [families[name]?.label ?? '', ...(families[name]?.search?.terms ?? [])].map((word) => String(word).toLowerCase())
      return [name, [...new Set(words)].filter((word) => !name.includes(word)).join(' ')]
    }),
  )
}
