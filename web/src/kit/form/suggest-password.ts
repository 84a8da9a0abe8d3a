// Without the letters and digits that are taken for each other when read out: 0 O o, 1 I l.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 10

type Random = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>

/** suggestPassword makes a password that nobody can guess and everybody can type. */
export function suggestPassword(random: Random = (bytes) => crypto.getRandomValues(bytes)): string {
  // Bytes past the last whole multiple would make the first letters likelier: they are drawn again.
  const fair = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < length) {
    for (const byte of random(new Uint8Array(length))) {
      if (byte < fair && password.length < length) password += alphabet[byte % alphabet.length]
    }
  }
  return password
}
