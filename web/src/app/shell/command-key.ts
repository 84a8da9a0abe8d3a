/** commandKey is the label of the key that shortcuts are pressed with. */
export const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
