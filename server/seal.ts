// Fingers, faces and passwords are no text for whoever reads the database's files: sealed with AES-256-GCM by a key that lies
// elsewhere.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export class Seal {
  readonly #secret: () => string
  readonly #purpose: string
  #made: { key: Buffer; name: string } | null = null

  /** `secret` is asked for when first something is sealed: an installation that seals nothing makes none. */
  constructor(secret: () => string, purpose: 'biometrics' | 'channels') {
    this.#secret = secret
    this.#purpose = purpose
  }

  /** Tells the key from others, and nothing of it. */
  get keyName(): string {
    return this.#keyed.name
  }

  get #keyed(): { key: Buffer; name: string } {
    if (this.#made) return this.#made
    const key = Buffer.from(hkdfSync('sha256', this.#secret(), '', `torniquete ${this.#purpose}`, 32))
    const name = createHash('sha256').update('name').update(key).digest('base64url').slice(0, 12)
    this.#made = { key, name }
    return this.#made
  }

  /** Tells a content from others, to whoever has the key alone. */
  digest(content: Uint8Array): string {
    return createHmac('sha256', this.#keyed.key).update(content).digest('base64url').slice(0, 22)
  }

  /** `place`: where it belongs; it cannot be opened as anything else. */
  close(content: Uint8Array, place: string): Buffer {
    const nonce = randomBytes(nonceBytes)
    const closing = createCipheriv(cipher, this.#keyed.key, nonce).setAAD(Buffer.from(place))
    return Buffer.concat([nonce, closing.update(content), closing.final(), closing.getAuthTag()])
  }

  /** Null where it was closed by another key, for another place, or was altered. */
  open(closed: Uint8Array, place: string): Buffer | null {
    const bytes = Buffer.from(closed)
    if (bytes.length < nonceBytes + tagBytes) return null
    const opening = createDecipheriv(cipher, this.#keyed.key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-tagBytes))
    try {
      return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()])
    } catch {
      return null
    }
  }
}
