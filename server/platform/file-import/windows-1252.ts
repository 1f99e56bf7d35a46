import iconv from 'iconv-lite'

/** Accepts any bytes. Bytes without a character become U+FFFD; `TextDecoder` would make control characters of them. */
export const decodeWindows1252 = (bytes: Uint8Array): string => iconv.decode(bytes, 'win1252')
