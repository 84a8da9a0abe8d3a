// Without the letters and digits that are taken for each other when read out: 0 O o, 1 I l.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 10
// Bytes past the last whole multiple would make the first letters likelier: they are drawn again.
const fair = 256 - (256 % alphabet.length)

type Random = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>

/** suggestPassword makes a password that nobody can guess and everybody can type, with small letters, capitals and digits in it. */
export function suggestPassword(random: Random = (bytes) => crypto.getRandomValues(bytes)): string {
  // One that lacks a kind is thrown away whole: putting it right would make some passwords likelier than others.
  while (true) {
    const password = draw(random)
    if (/[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)) return password
  }
}

function draw(random: Random): string {
  let password = ''
  while (password.length < length) {
    for (const byte of random(new Uint8Array(length))) {
      if (byte < fair && password.length < length) password += alphabet[byte % alphabet.length]
    }
  }
  return password
}
