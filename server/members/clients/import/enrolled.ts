// Unknown users of terminals who are in the file keep their PIN, so that their fingerprints go on working.
import { foldName } from '@torniquete/contract/shared/names.ts'
import type { NewRow, UnknownUser } from './rows.ts'

/** A name that a terminal cut counts as the beginning of a name from this many characters on. */
const cutName = 20

const fold = (name: string): string => foldName(name).trim()

/** True if the terminal's name may be this person's: some are empty, many are cut. */
export function mayBe(name: string, told: string): boolean {
  const [whole, there] = [fold(name), fold(told)]
  return there === '' || there === whole || (there.length >= cutName && whole.startsWith(there))
}

/** Same as the database's `card_form`: without leading zeros. */
export const cardForm = (card: string): string | null =>
  /^\d{1,20}$/.test(card) ? card.replace(/^0+/, '') || null : card

/**
 * Gives rows without a PIN that of the only unknown user with their card, or else with their full name, unless two
 * rows name the same user. `names`: of everybody in the gym.
 */
export function linkToTerminals(
  ready: readonly NewRow[],
  users: readonly UnknownUser[],
  names: readonly string[],
): NewRow[] {
  if (users.length === 0) return [...ready]
  const taken = new Set(ready.flatMap(({ id_zkteco }) => id_zkteco ?? []))
  const all = [...names, ...ready.map(({ name }) => name)]
  const found = ready.map((row) => (row.id_zkteco === null ? findPin(row, users, all) : null))
  return ready.map((row, at) => {
    const pin = found[at]
    const isOnly = pin && !taken.has(pin) && found.filter((other) => other === pin).length === 1
    return isOnly ? { ...row, id_zkteco: pin } : row
  })
}

function findPin(
  { name, card_number }: NewRow,
  users: readonly UnknownUser[],
  names: readonly string[],
): number | null {
  const card = card_number && cardForm(card_number)
  const ofCard = users.filter((user) => card && user.card === card && mayBe(name, user.name))
  // A first name alone is not unique.
  const ofName = users.filter((user) => fold(user.name).includes(' ') && mayBe(name, user.name))
  const matches = ofCard.length > 0 ? ofCard : ofName
  const pins = new Set(matches.map(({ pin }) => pin))
  const isUnique =
    ofCard.length > 0 || names.filter((other) => matches.some((user) => mayBe(other, user.name))).length === 1
  const [pin] = pins
  const isTold = pins.size === 1 && users.every((user) => user.pin !== pin || mayBe(name, user.name))
  return isUnique && isTold ? (pin ?? null) : null
}
