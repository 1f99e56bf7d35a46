// Text on the wire (protocol §9): all is ASCII but names, which are UTF-8, or GBK on a terminal set to Chinese; some of those
// set to a language of western Europe write its own single bytes.

const chinese = 83
/** French, Portuguese, Spanish (protocol §4): their letters of one byte would be read as Chinese characters, two at a time. */
const western = new Set([70, 80, 97])

function decodeStrictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * A terminal does not say in what it writes: strict UTF-8, else gb18030 unless it is set to a western language, else
 * windows-1252, which takes any byte. `language` as in its handshake.
 */
export function decodeText(bytes: Uint8Array, language: number | null = null): string {
  const others = language !== null && western.has(language) ? ['utf-8'] : ['utf-8', 'gb18030']
  for (const encoding of others) {
    const text = decodeStrictly(encoding, bytes)
    if (text !== null) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

let gbkTable: ReadonlyMap<string, readonly [number, number]> | undefined

// Node decodes GBK but does not encode it; its two-byte range maps one to one onto the basic plane.
function gbkBytes(): ReadonlyMap<string, readonly [number, number]> {
  if (gbkTable) return gbkTable
  const table = new Map<string, readonly [number, number]>()
  const decoder = new TextDecoder('gb18030')
  const trails = Array.from({ length: 0xff - 0x40 }, (_, at) => at + 0x40).filter((trail) => trail !== 0x7f)
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    const row = decoder.decode(Uint8Array.from(trails.flatMap((trail) => [lead, trail])))
    for (const [at, trail] of trails.entries()) table.set(row.charAt(at), [lead, trail])
  }
  gbkTable = table
  return table
}

/** `language` is the number that the terminal gave in its handshake, null when it gave none. */
export function encodeText(text: string, language: number | null): Uint8Array {
  if (language !== chinese) return Buffer.from(text, 'utf8')
  const bytes: number[] = []
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code < 0x80) bytes.push(code)
    else bytes.push(...(gbkBytes().get(character) ?? [0x3f]))
  }
  return Uint8Array.from(bytes)
}

/** A TAB would be another field and a line end another command (protocol §14), so no control character gets through. */
export function cleanField(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
}

/** For a terminal that knows no other letters than those of ASCII. */
export const withoutAccents = (name: string): string => name.normalize('NFD').replace(/[^\x20-\x7e]/g, '')

/** The longest beginning of whole characters that the terminal can hold; longer names are cut there mid-character. */
export function clipName(name: string, maxBytes = 24, language: number | null = null): string {
  let clipped = ''
  let size = 0
  for (const character of name) {
    size += encodeText(character, language).length
    if (size > maxBytes) break
    clipped += character
  }
  return clipped
}

/** The name as the terminal will report it: clipped, without characters that its encoding lacks. */
function nameHeld(name: string, language: number | null): string {
  const bytes = encodeText(clipName(cleanField(name), undefined, language), language)
  return new TextDecoder(language === chinese ? 'gb18030' : 'utf-8').decode(bytes).trim()
}

/** Whether `said` may be the terminal's form of a sent name: some hold fewer bytes than most, and cut mid-character. */
export function isNameHeld(name: string, said: string, language: number | null): boolean {
  const [held, beginning] = [nameHeld(name, language), said.replace(/\uFFFD+$/, '').trim()]
  return held === beginning || (beginning !== '' && held.startsWith(beginning))
}
