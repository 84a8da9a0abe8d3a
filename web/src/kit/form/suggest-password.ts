// Without characters that are easily confused: 0 O o, 1 I l.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 10
// Bytes above the last multiple of the alphabet's length would bias the result, so they are redrawn.
const unbiasedLimit = 256 - (256 % alphabet.length)

type Random = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>

/** suggestPassword generates a random password with lower-case letters, upper-case letters and digits. */
export function suggestPassword(random: Random = (bytes) => crypto.getRandomValues(bytes)): string {
  // A password that lacks a kind is discarded: repairing it would bias the result.
  while (true) {
    const password = draw(random)
    if (/[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)) return password
  }
}

function draw(random: Random): string {
  let password = ''
  while (password.length < length) {
    for (const byte of random(new Uint8Array(length))) {
      if (byte < unbiasedLimit && password.length < length) password += alphabet[byte % alphabet.length]
    }
  }
  return password
}
