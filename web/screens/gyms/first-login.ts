// Generates login data, so that the owner of a single gym has to type only names.
import { foldName } from '@torniquete/contract/shared/names.ts'

export interface Entry {
  name: string
  username: string
  password: string
  /** The session it starts; null if the creator stays logged in. */
  access_token: string | null
}

/** `Gimnasio Núñez` → `gimnasio-nunez`. The master's username is already taken. */
export function makeUsername(gym: string, taken: string): string {
  const words = foldName(gym).match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, 30).replace(/-$/, '') || 'gimnasio'
  return name === taken.toLowerCase() ? `${name}-gimnasio` : name
}

/** 31 unambiguous characters; eight times 31 fit into a byte. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password of twelve characters in groups: `kfr3-9tqa-m2vz`. */
export function newPassword(): string {
  const taken: string[] = []
  while (taken.length < 12)
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      if (byte < 8 * signs.length) taken.push(signs.charAt(byte % signs.length))
  return [0, 4, 8].map((from) => taken.slice(from, from + 4).join('')).join('-')
}

export const isLoop = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')

/** Address for other devices: this page's own, unless it is a loopback address. */
export const entryAddress = ({ hostname, origin }: Pick<Location, 'hostname' | 'origin'>, known: readonly string[]) =>
  isLoop(hostname) ? (known[0] ?? origin) : origin
