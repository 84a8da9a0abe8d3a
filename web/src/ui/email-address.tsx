/** EmailAddress shows an address that breaks after the @ if it is too long for a line, and not inside a word. */
export function EmailAddress({ children: address }: { children: string }) {
  const domain = address.lastIndexOf('@') + 1
  return (
    <span>
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </span>
  )
}
