// Rows of unknown users of a terminal get the PIN from the terminal, so that their fingerprints still work.
import type { ImportRowReport } from '@torniquete/contract/shared/file-import.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import type { NewClientRow, UnknownUser } from './client-row-types.ts'

/** Names of this many bytes may be cut: terminals cut them at 24 bytes, perhaps within a letter or before a blank. */
const cutBytes = 22
/** Number of letters by which names are looked up; even a cut name has as many. */
const keyLength = 11

export const normalizeName = (name: string): string => foldCaseAndAccents(name).trim().replace(/\s+/g, ' ')
const makeKey = (folded: string): string => folded.slice(0, keyLength)

/** Removes leading zeros, like `normalize_card` in the database. */
export const normalizeCardNumber = (card: string): string | null =>
  /^\d{1,20}$/.test(card) ? card.replace(/^0+/, '') || null : card

interface FoldedUser extends UnknownUser {
  folded: string
  isCut: boolean
}

const foldUser = (user: UnknownUser): FoldedUser => ({
  ...user,
  folded: normalizeName(user.name),
  isCut: Buffer.byteLength(user.name) >= cutBytes,
})

const mayBePerson = (whole: string, { folded, isCut }: FoldedUser): boolean =>
  folded === '' || folded === whole || (isCut && whole.startsWith(folded))

/**
 * Gives each row without a PIN the PIN of the only unknown user with the same card, or else the same full name,
 * unless another row matches that user too. `names` has all people of the gym and the file, also of rejected rows.
 */
export function assignUnknownUserPins(
  ready: readonly NewClientRow[],
  unknownUsers: readonly UnknownUser[],
  names: readonly string[],
): NewClientRow[] {
  if (unknownUsers.length === 0) return [...ready]
  const users = unknownUsers.map(foldUser)
  const byPin = Map.groupBy(users, ({ pin }) => pin)
  const byCard = Map.groupBy(users, ({ card }) => card)
  // Names of one word are left out, since a first name is not unique.
  const byName = Map.groupBy(
    users.filter(({ folded }) => folded.includes(' ')),
    ({ folded }) => makeKey(folded),
  )
  const people = Map.groupBy(names.map(normalizeName), makeKey)

  const findPin = ({ name, card_number }: NewClientRow): number | null => {
    const whole = normalizeName(name)
    const isPerson = (user: FoldedUser) => mayBePerson(whole, user)
    const card = card_number && normalizeCardNumber(card_number)
    const ofCard = ((card && byCard.get(card)) || []).filter(isPerson)
    const matches = ofCard.length > 0 ? ofCard : (byName.get(makeKey(whole)) ?? []).filter(isPerson)
    const [pin, ...others] = new Set(matches.map((user) => user.pin))
    if (pin === undefined || others.length > 0 || !byPin.get(pin)?.every(isPerson)) return null
    const bearers = (people.get(makeKey(whole)) ?? []).filter((each) => matches.some((user) => mayBePerson(each, user)))
    return ofCard.length > 0 || bearers.length === 1 ? pin : null
  }

  const taken = new Set(ready.flatMap(({ id_zkteco }) => id_zkteco ?? []))
  const found = ready.map((row) => (row.id_zkteco === null ? findPin(row) : null))
  const rowsOfPin = Map.groupBy(found, (pin) => pin)
  return ready.map((row, at) => {
    const pin = found[at] ?? null
    const isOnly = pin !== null && !taken.has(pin) && rowsOfPin.get(pin)?.length === 1
    return isOnly ? { ...row, id_zkteco: pin, isLinked: true } : row
  })
}

/** Rows whose PIN a terminal has: `enrolled` under the same name, `doubtful` under another person's name. */
export function listRowsOnTerminals(
  ready: readonly NewClientRow[],
  unknownUsers: readonly UnknownUser[],
): { enrolled: ImportRowReport[]; doubtful: ImportRowReport[] } {
  const byPin = Map.groupBy(unknownUsers.map(foldUser), ({ pin }) => pin)
  const [enrolled, doubtful]: [ImportRowReport[], ImportRowReport[]] = [[], []]
  for (const { row, name, id_zkteco } of ready) {
    const users = (id_zkteco !== null && byPin.get(id_zkteco)) || []
    const other = users.find((user) => !mayBePerson(normalizeName(name), user))
    const [first] = users
    if (other) doubtful.push({ row, name, reasons: [`En ${other.device} el número ${id_zkteco} es de ${other.name}`] })
    else if (first) enrolled.push({ row, name, reasons: [`Está en ${first.device} con el número ${id_zkteco}`] })
  }
  return { enrolled, doubtful }
}
