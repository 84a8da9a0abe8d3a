export function LanguagesPage() {
  return null
}
