import iconv from 'iconv-lite'

/** Takes any bytes. Those without a sign become U+FFFD, which `TextDecoder` reads as control characters. */
export const decodeWindows1252 = (bytes: Uint8Array): string => iconv.decode(bytes, 'win1252')
