// Node 20 decodes the bytes 80–9F of windows-1252 as control characters: this is the table that browsers use.

/** The characters of the bytes 80–9F; bytes without one stay control characters. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

export function decodeWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(bytes)
  return text.replace(/[\u0080-\u009f]/g, (sign) => upper.charAt(sign.charCodeAt(0) - 0x80))
}
