/**
 * disabled returns the attributes of a control that is disabled for a reason. It stays focusable, so that keyboard and screen
 * reader users learn the reason.
 */
export const disabled = (reason: string) => ({ 'aria-disabled': true, title: reason, style: { cursor: 'not-allowed' } })

/** disabledLink returns the attributes of a link whose page does not exist for a reason. */
export const disabledLink = (reason: string) => ({ role: 'link', tabIndex: 0, ...disabled(reason) })
