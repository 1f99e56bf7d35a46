// Converts text from and to terminals (protocol §9): ASCII except for names, which are UTF-8, or GBK on a terminal set
// to Chinese. Some terminals send one byte per letter of their region, even if their menu is in English.
import { removeInvisibleChars } from '@torniquete/contract/shared/clean-text.ts'
import iconv from 'iconv-lite'
import { decodeSingleByteText } from '../../../platform/file-import/decode-text.ts'

const chinese = 83
/** French, Portuguese, Spanish (protocol §4). Pairs of their one-byte letters would be read as Chinese characters. */
const western = new Set([70, 80, 97])

function decodeStrictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Runs of two-byte GBK characters, as latin1 text. */
const gbkRuns = /(?<![\x80-\xff])(?:[\x81-\xfe][\x40-\x7e\x80-\xfe])+/g
/** Matches a run with a GB2312 character, as nearly all Chinese names have one. */
const commonHanzi = /^(?:..)*?[\xb0-\xf7][\xa1-\xfe]/s

/** True if all non-ASCII text is Chinese. Bytes of western names would form characters together with ASCII letters. */
function isChinese(line: Uint8Array): boolean {
  const bytes = Buffer.from(line).toString('latin1')
  const isLetter = (at: number) => /[A-Za-z]/.test(bytes.charAt(at))
  const runs = [...bytes.matchAll(gbkRuns)]
  return (
    runs.length > 0 &&
    runs.every(({ 0: run, index }) => !isLetter(index - 1) && !isLetter(index + run.length) && commonHanzi.test(run))
  )
}

function decodeLine(line: Uint8Array, language: number | null): string {
  const isWestern = language !== null && western.has(language)
  return (
    decodeStrictly('utf-8', line) ??
    (!isWestern && isChinese(line) ? decodeStrictly('gb18030', line) : null) ??
    decodeSingleByteText(line)
  )
}

/**
 * Decodes text of a terminal, which does not announce its encoding: as UTF-8 if valid; as gb18030 if the terminal is
 * set to Chinese, or if the line is Chinese and the terminal is set to no western language; otherwise as single
 * bytes. `language` is the number in the terminal's handshake.
 */
export function decodeText(bytes: Uint8Array, language: number | null = null): string {
  const whole = decodeStrictly('utf-8', bytes) ?? (language === chinese ? decodeStrictly('gb18030', bytes) : null)
  if (whole !== null) return whole
  const lines: string[] = []
  for (let start = 0; start <= bytes.length; ) {
    const end = bytes.indexOf(0x0a, start)
    const stop = end < 0 ? bytes.length : end
    lines.push(decodeLine(bytes.subarray(start, stop), language))
    start = stop + 1
  }
  return lines.join('\n')
}

export const encodeText = (text: string, language: number | null): Uint8Array =>
  language === chinese ? iconv.encode(text, 'gbk') : Buffer.from(text, 'utf8')

/**
 * Removes control characters, since a TAB would begin another field and a line end another command (protocol §14).
 * Also removes invisible characters, which older names may contain and terminals show as boxes.
 */
export function removeControlCharacters(text: string): string {
  return removeInvisibleChars(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
}

/** Replaces accented letters, for terminals that support ASCII only. */
export const toAsciiName = (name: string): string => name.normalize('NFD').replace(/[^\x20-\x7e]/g, '')

/** Truncates a name after the last character that fits. Terminals would cut a longer name inside a character. */
export function truncateName(name: string, maxBytes = 24, language: number | null = null): string {
  let clipped = ''
  let size = 0
  for (const character of name) {
    size += encodeText(character, language).length
    if (size > maxBytes) break
    clipped += character
  }
  return clipped
}

/** Returns the name as the terminal will report it: truncated, and without characters that its encoding lacks. */
function nameHeld(name: string, language: number | null): string {
  const bytes = encodeText(truncateName(removeControlCharacters(name), undefined, language), language)
  return new TextDecoder(language === chinese ? 'gb18030' : 'utf-8').decode(bytes).trim()
}

/** True if the reported name may be the sent `name`: some terminals store fewer bytes, and cut inside a character. */
export function matchesSentName(name: string, said: string, language: number | null): boolean {
  const [held, beginning] = [nameHeld(name, language), said.replace(/\uFFFD+$/, '').trim()]
  return held === beginning || (beginning !== '' && held.startsWith(beginning))
}
