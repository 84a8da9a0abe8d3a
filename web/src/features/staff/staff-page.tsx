export function StaffPage() {
  return null
}
