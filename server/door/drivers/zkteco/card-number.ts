/**
 * Normalizes a card number, so that desired and reported numbers compare equal: decimal without leading zeros, '' for
 * none. Accepts decimal, little-endian hex `[15CD5B07]` and the older five-byte form `[15CD5B0700]` (protocol §7).
 */
export function normalizeCardNumber(text: string): string {
  const trimmed = text.trim()
  const hex = /^\[((?:[0-9A-Fa-f]{2}){1,8})\]$/.exec(trimmed)?.[1]
  const digits = /^\d{1,20}$/.test(trimmed) ? trimmed : null
  if (hex === undefined && digits === null) return ''
  const number = hex === undefined ? BigInt(digits ?? 0) : BigInt(`0x${hex.match(/../g)?.reverse().join('')}`)
  return number === 0n ? '' : number.toString()
}
