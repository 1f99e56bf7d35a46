// Encrypts templates, passwords and signing keys with AES-256-GCM. The key is stored outside of the database, so the database's files
// alone do not reveal them.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { throwError } from '@torniquete/contract/shared/errors.ts'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export type SealPurpose = 'biometrics' | 'channels' | 'certificates'

export class Sealer {
  readonly #key: Buffer | null
  /** Identifies the key without revealing it; empty if there is no key. */
  readonly keyName: string

  /** `secret` is null if the key of the encrypted rows is missing; then nothing can be encrypted or decrypted. */
  constructor(secret: string | null, purpose: SealPurpose) {
    this.#key = secret === null ? null : Buffer.from(hkdfSync('sha256', secret, '', `torniquete ${purpose}`, 32))
    this.keyName = this.#key
      ? createHash('sha256').update('name').update(this.#key).digest('base64url').slice(0, 12)
      : ''
  }

  get isMissing(): boolean {
    return this.#key === null
  }

  digest(content: Uint8Array): string {
    return createHmac('sha256', this.#key ?? throwError('seal.missing'))
      .update(content)
      .digest('base64url')
      .slice(0, 22)
  }

  /** Encrypts `content`. `place` binds it to its row, so it cannot be decrypted as the content of another row. */
  close(content: Uint8Array, place: string): Buffer {
    const nonce = randomBytes(nonceBytes)
    const closing = createCipheriv(cipher, this.#key ?? throwError('seal.missing'), nonce).setAAD(Buffer.from(place))
    return Buffer.concat([nonce, closing.update(content), closing.final(), closing.getAuthTag()])
  }

  /** Decrypts. Returns null if the content was encrypted with another key or `place`, or was altered. */
  open(closed: Uint8Array, place: string): Buffer | null {
    const bytes = Buffer.from(closed)
    if (!this.#key || bytes.length < nonceBytes + tagBytes) return null
    const opening = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-tagBytes))
    try {
      return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()])
    } catch {
      return null
    }
  }
}
