// A pass phrase makes the key (scrypt), and pieces of 64 KB are sealed one by one (AES-256-GCM), so that nothing is believed
// before it is proven and little is held in memory. A piece's nonce is its place, and whether it is the last: none can be
// left out, repeated, put elsewhere or cut off.
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'

const magic = Buffer.from('torniquete 1\n')
const saltBytes = 16
const tagBytes = 16
const pieceBytes = 65_536
/** 64 MB and some 0.3 s for each try. It is not in the file: what was sealed with another does not open. */
const realEffort: ScryptOptions = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
let effort = realEffort

/** For tests of something else, which seal and open by the hundred; null is the product's own again. Fails anywhere else. */
export function setScryptEffort(least: ScryptOptions | null): void {
  if (!process.env.VITEST) throw new Error('only tests spend less on keys')
  effort = least ?? realEffort
}

/** What was sealed does not open: another pass phrase, or bytes that are not those that were written. */
export class DecryptionFailed extends Error {
  /** Nothing of it opened. */
  readonly atBegin: boolean
  constructor(place: number) {
    super(`piece ${place}`)
    this.atBegin = place === 0
  }
}

const keyOf = (phrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(phrase.normalize('NFC'), salt, 32, effort, (error, key) => (error ? reject(error) : resolve(key)))
  })

function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(place, 0, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Pieces of one size, and the last, which may be shorter; there is always a last one. */
async function* inPieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const part of source) {
    waiting.push(part)
    length += part.length
    if (length <= size) continue
    let rest = Buffer.concat(waiting)
    for (; rest.length > size; rest = rest.subarray(size)) yield { bytes: rest.subarray(0, size), isLast: false }
    waiting = [rest]
    length = rest.length
  }
  yield { bytes: Buffer.concat(waiting), isLast: true }
}

/** What is done where nothing is sealed. */
export async function* asItIs(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source
}

export const encryptWith = (phrase: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(saltBytes)
    const key = await keyOf(phrase, salt)
    yield Buffer.concat([magic, salt])
    let place = 0
    for await (const { bytes, isLast } of inPieces(source, pieceBytes)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place++, isLast))
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    }
  }

/** Whether a file that begins so is sealed. */
export const isEncrypted = (begin: Buffer): boolean => begin.subarray(0, magic.length).equals(magic)

/** How many bytes stand before the first piece; `source` begins behind them. */
export const headBytes = magic.length + saltBytes

export const decryptWith = (phrase: string, head: Buffer) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const key = await keyOf(phrase, head.subarray(magic.length))
    let place = 0
    for await (const { bytes, isLast } of inPieces(source, pieceBytes + tagBytes)) {
      if (bytes.length < tagBytes) throw new DecryptionFailed(place)
      const cut = bytes.length - tagBytes
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place, isLast))
      decipher.setAuthTag(bytes.subarray(cut))
      yield open(decipher, bytes.subarray(0, cut), place++)
    }
  }

function open(decipher: ReturnType<typeof createDecipheriv>, sealed: Buffer, place: number): Buffer {
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()])
  } catch {
    throw new DecryptionFailed(place)
  }
}
