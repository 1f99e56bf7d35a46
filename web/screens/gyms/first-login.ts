// Login data of new gyms. It is generated, so that the owner of a single gym has to type only names.
import { foldName } from '@torniquete/contract/shared/names.ts'
import { readHolder, readToken, watchToken } from '../../api/token.ts'
import { readSubject } from '../../api/token-subject.ts'
import { makeStore } from '../../kit/store.ts'

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

interface Notices {
  entries: readonly Entry[]
  open: Entry | null
}

const nothing: Notices = { entries: [], open: null }

/** New logins to hand over. The server never returns passwords, so the page keeps them until it is left. */
export const entryNotices = makeStore(nothing)

const readUser = () => (readHolder() ?? readSubject(readToken()))?.id_user
let owner: number | undefined
watchToken(() => {
  if (readUser() !== owner) entryNotices.set(nothing)
})

export const openEntry = (open: Entry | null): void => entryNotices.set({ ...entryNotices.read(), open })

export function forgetEntry({ username }: Pick<Entry, 'username'>): void {
  const { entries, open } = entryNotices.read()
  const isOther = (entry: Entry | null) => entry?.username !== username
  entryNotices.set({ entries: entries.filter(isOther), open: isOther(open) ? open : null })
}

/** `isOpen`: shown at once, because the password is new. */
export function showEntry(entry: Entry, isOpen: boolean): void {
  owner = readUser()
  entryNotices.set({ entries: [...entryNotices.read().entries, entry], open: isOpen ? entry : null })
}
