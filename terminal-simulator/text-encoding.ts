// Text encoding of a terminal: UTF-8, or GBK if its language is Chinese (protocol §9).
import iconv from 'iconv-lite'

export const encodeTerminalText = (text: string, gbk: boolean): Uint8Array => iconv.encode(text, gbk ? 'gbk' : 'utf-8')

export const decodeTerminalText = (bytes: Uint8Array, gbk: boolean): string =>
  iconv.decode(bytes, gbk ? 'gbk' : 'utf-8')
