// Text encoding of a terminal: UTF-8, or GBK if its language is Chinese (protocol §9).

let pairs: ReadonlyMap<string, number> | undefined

function gbkPairs(): ReadonlyMap<string, number> {
  if (pairs) return pairs
  const table = new Map<string, number>()
  const decoder = new TextDecoder('gbk')
  for (let pair = 0x8140; pair <= 0xfefe; pair++) {
    const trail = pair & 0xff
    if (trail < 0x40 || trail === 0x7f || trail === 0xff) continue
    table.set(decoder.decode(Uint8Array.of(pair >> 8, trail)), pair)
  }
  pairs = table
  return table
}

export function encode(text: string, gbk: boolean): Uint8Array {
  if (!gbk) return Buffer.from(text, 'utf8')
  const bytes: number[] = []
  for (const character of text) {
    const pair = gbkPairs().get(character)
    if (pair !== undefined) bytes.push(pair >> 8, pair & 0xff)
    else bytes.push(character < '\u0080' ? character.charCodeAt(0) : 0x3f)
  }
  return Uint8Array.from(bytes)
}

export function decode(bytes: Uint8Array, gbk: boolean): string {
  return new TextDecoder(gbk ? 'gbk' : 'utf-8').decode(bytes)
}
