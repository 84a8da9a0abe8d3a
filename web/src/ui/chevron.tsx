import { IconSelector } from '@tabler/icons-react'

/** Chevron marks a field that opens a list, like the library's own mark. */
export function Chevron() {
  return <IconSelector size={16} stroke={1.5} color="var(--mantine-color-placeholder)" aria-hidden />
}
