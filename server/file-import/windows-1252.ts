import iconv from 'iconv-lite'

/** Also right for the bytes 80–9F, which the `TextDecoder` of Node 20 reads as control characters. Takes any bytes. */
export const decodeWindows1252 = (bytes: Uint8Array): string => iconv.decode(bytes, 'win1252')
