export function NewContentPage() {
  return null
}

export function EditContentPage() {
  return null
}
