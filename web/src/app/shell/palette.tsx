export function Palette(_: { onClose: () => void }) {
  return null
}
