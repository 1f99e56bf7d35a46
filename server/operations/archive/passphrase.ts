// age's scrypt recipient (https://age-encryption.org/v1) by Node's scrypt; the age library's takes 256 MB and blocks.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Stanza } from 'age-encryption'

/** Base-2 logarithm of scrypt's cost: each guess of a passphrase takes 64 MB and about 0.3 s. */
const workFactor = 16
const maxWorkFactor = 20
const label = 'age-encryption.org/v1/scrypt'
const ageMagic = Buffer.from('age-encryption.org/v1\n')
const cipher = 'chacha20-poly1305'
const tagBytes = 16
const nonce = Buffer.alloc(12)

/** Thrown if the passphrase does not open the file, or the file's header was altered. */
export class WrongPassphraseError extends Error {}
/** Reads enough bytes of a file to tell whether it is encrypted. */
export async function readFileStart(file: string): Promise<Buffer> {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await opened.close()
  }
}

export const isEncryptedFileStart = (begin: Buffer): boolean => begin.subarray(0, ageMagic.length).equals(ageMagic)

const deriveKey = (phrase: string, salt: Buffer, logN: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** logN, r: 8, p: 1, maxmem: 2 ** (logN + 11) }
    const salted = Buffer.concat([Buffer.from(label), salt])
    scrypt(phrase.normalize('NFC'), salted, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

async function wrapFileKey(phrase: string, fileKey: Uint8Array) {
  const salt = randomBytes(16)
  const key = await deriveKey(phrase, salt, workFactor)
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  const body = Buffer.concat([sealing.update(fileKey), sealing.final(), sealing.getAuthTag()])
  return { args: ['scrypt', salt.toString('base64').replace(/=+$/, ''), String(workFactor)], body }
}

async function unwrapFileKey(phrase: string, stanzas: Stanza[]): Promise<Uint8Array | null> {
  const [stanza] = stanzas
  const [type, salt = '', logN = ''] = stanza?.args ?? []
  if (!stanza || stanzas.length !== 1 || type !== 'scrypt' || !/^\d\d?$/.test(logN) || +logN > maxWorkFactor)
    return null
  const key = await deriveKey(phrase, Buffer.from(salt, 'base64'), Number(logN))
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  opening.setAuthTag(stanza.body.subarray(-tagBytes))
  try {
    return Buffer.concat([opening.update(stanza.body.subarray(0, -tagBytes)), opening.final()])
  } catch {
    return null
  }
}

const toWeb = (source: AsyncIterable<Buffer>) => Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>

async function* toBuffers(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, length } of pieces) yield Buffer.from(buffer, byteOffset, length)
}

export const encryptStream = (phrase: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { Encrypter, Stanza } = await import('age-encryption')
    const encrypter = new Encrypter()
    encrypter.addRecipient({
      wrapFileKey: async (fileKey) => {
        const { args, body } = await wrapFileKey(phrase, fileKey)
        return [new Stanza(args, body)]
      },
    })
    yield* toBuffers(await encrypter.encrypt(toWeb(source)))
  }

/** @throws WrongPassphraseError */
export const decryptStream = (phrase: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { Decrypter } = await import('age-encryption')
    const decrypter = new Decrypter()
    decrypter.addIdentity({ unwrapFileKey: (stanzas: Stanza[]) => unwrapFileKey(phrase, stanzas) })
    const opened = await decrypter.decrypt(toWeb(source)).catch((cause) => {
      throw new WrongPassphraseError('the header does not open', { cause })
    })
    try {
      yield* toBuffers(opened)
    } catch (cause) {
      throw new Error('the content does not open', { cause })
    }
  }
