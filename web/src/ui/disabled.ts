/**
 * disabled returns the attributes of a control that is disabled for a reason. It stays focusable, so that keyboard and screen
 * reader users learn the reason.
 */
export const disabled = (reason: string) => ({ 'aria-disabled': true, title: reason, style: { cursor: 'not-allowed' } })
