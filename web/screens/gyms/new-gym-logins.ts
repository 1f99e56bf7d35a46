// Makes usernames and passwords for new gyms, so that the owner of a single gym has to type only names.
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { getPageHolder, readToken, watchToken } from '../../api/session-token.ts'
import { readTokenSubject } from '../../api/token-subject.ts'
import { makeStore } from '../../kit/store.ts'

export interface NewGymLogin {
  name: string
  username: string
  password: string
  /** Token of the new gym's session; null if the master stays logged in. */
  access_token: string | null
}

/** Makes a username: `Gimnasio Núñez` → `gimnasio-nunez`. `taken`: the master's username. */
export function makeUsernameFromGymName(gym: string, taken: string): string {
  const words = foldCaseAndAccents(gym).match(/[a-z0-9]+/g) ?? []
  const name = words.join('-').slice(0, 30).replace(/-$/, '') || 'gimnasio'
  return name === taken.toLowerCase() ? `${name}-gimnasio` : name
}

/** 31 characters that are not confused with each other. Random bytes from 8 × 31 on are discarded, to avoid a bias. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Generates a password of twelve characters in groups: `kfr3-9tqa-m2vz`. */
export function generatePassword(): string {
  const taken: string[] = []
  while (taken.length < 12)
    for (const byte of crypto.getRandomValues(new Uint8Array(16)))
      if (byte < 8 * signs.length) taken.push(signs.charAt(byte % signs.length))
  return [0, 4, 8].map((from) => taken.slice(from, from + 4).join('')).join('-')
}

export const isLoopbackHost = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')

/** Address to open on other devices: that of this page, or one of the server's if this page has a loopback address. */
export const chooseLoginAddress = (
  { hostname, origin }: Pick<Location, 'hostname' | 'origin'>,
  known: readonly string[],
) => (isLoopbackHost(hostname) ? (known[0] ?? origin) : origin)

interface Notices {
  entries: readonly NewGymLogin[]
  open: NewGymLogin | null
}

const nothing: Notices = { entries: [], open: null }

/**
 * Logins of new gyms to hand over. The server never returns passwords, so they stay in memory until the page is left.
 */
export const newGymLoginsStore = makeStore(nothing)

const readUser = () => (getPageHolder() ?? readTokenSubject(readToken()))?.id_user
let owner: number | undefined
watchToken(() => {
  if (readUser() !== owner) newGymLoginsStore.set(nothing)
})

export const openNewGymLogin = (open: NewGymLogin | null): void =>
  newGymLoginsStore.set({ ...newGymLoginsStore.read(), open })

export function forgetNewGymLogin({ username }: Pick<NewGymLogin, 'username'>): void {
  const { entries, open } = newGymLoginsStore.read()
  const isOther = (entry: NewGymLogin | null) => entry?.username !== username
  newGymLoginsStore.set({ entries: entries.filter(isOther), open: isOther(open) ? open : null })
}

/** Adds the login of a new gym; `isOpen` shows it at once. */
export function addNewGymLogin(entry: NewGymLogin, isOpen: boolean): void {
  owner = readUser()
  newGymLoginsStore.set({ entries: [...newGymLoginsStore.read().entries, entry], open: isOpen ? entry : null })
}
