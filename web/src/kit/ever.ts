import { useState } from 'react'

/** useEver reports whether a condition has ever been true. A dialog that was opened once stays rendered, so that it can fade out. */
export function useEver(condition: boolean): boolean {
  const [ever, setEver] = useState(condition)
  if (condition && !ever) setEver(true)
  return ever
}
