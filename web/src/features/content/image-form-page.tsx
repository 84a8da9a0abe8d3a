export function NewImagePage() {
  return null
}

export function EditImagePage() {
  return null
}
