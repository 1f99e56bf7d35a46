// Finds people of the file among unknown users of terminals, by PIN, card or name. They keep the terminal's PIN, so
// their fingerprints still work.
import type { ClientImportAnswer } from '@torniquete/contract/members/client-import.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import type { NewRow, Stranger } from './rows.ts'

/** Same as the database's `card_form`: without leading zeros. */
export const cardForm = (card: string): string | null =>
  /^\d{1,20}$/.test(card) ? card.replace(/^0+/, '') || null : card

/** A name that a terminal cut counts as the beginning of a name from this many bytes on. */
const distinctiveNameBytes = 20

/** True if the terminal's name may be this person's: some are empty, many are cut. */
function mayBe(name: string, said: string): boolean {
  const [whole, there] = [foldName(name).trim(), foldName(said).trim()]
  return there === '' || there === whole || (there.length >= distinctiveNameBytes && whole.startsWith(there))
}

/** A first name alone is not unique. */
const isTelling = (name: string): boolean => foldName(name).trim().includes(' ')

class Strangers {
  readonly #byPin = new Map<number, Stranger[]>()
  readonly #byCard = new Map<string, Set<number>>()
  /** Unknown users by the beginning of their names. */
  readonly #byName = new Map<string, Stranger[]>()
  /** Number of people with each name, by the beginning of the name. */
  readonly #named = new Map<string, Map<string, number>>()
  readonly #bearers = new Map<string, number>()

  constructor(all: readonly Stranger[], named: Iterable<string>) {
    for (const name of named) {
      const whole = foldName(name).trim()
      const alike = this.#named.get(keyOf(name)) ?? new Map<string, number>()
      this.#named.set(keyOf(name), alike.set(whole, (alike.get(whole) ?? 0) + 1))
    }
    for (const each of all) {
      this.#byPin.set(each.pin, [...this.at(each.pin), each])
      if (each.card) this.#byCard.set(each.card, (this.#byCard.get(each.card) ?? new Set()).add(each.pin))
      if (!isTelling(each.name)) continue
      const key = keyOf(each.name)
      this.#byName.set(key, [...(this.#byName.get(key) ?? []), each])
    }
  }

  at = (pin: number): Stranger[] => this.#byPin.get(pin) ?? []

  /** Number of people who may have the terminal's name. */
  #bearersOf(said: string): number {
    const known = this.#bearers.get(said)
    if (known !== undefined) return known
    const alike = [...(this.#named.get(keyOf(said)) ?? [])].filter(([name]) => mayBe(name, said))
    const count = alike.reduce((sum, [, each]) => sum + each, 0)
    this.#bearers.set(said, count)
    return count
  }

  /** The only PIN under which this card, or else this name, is held, and nobody of another name. */
  numberOf({ name, card_number }: NewRow): number | null {
    const ofCard = this.#byCard.get((card_number && cardForm(card_number)) ?? '')
    const named = (this.#byName.get(keyOf(name)) ?? []).filter((each) => mayBe(name, each.name))
    // Two people of one name cannot be told apart.
    if (!ofCard && named.some((each) => this.#bearersOf(each.name) > 1)) return null
    const [pin, ...others] = ofCard ?? new Set(named.map((each) => each.pin))
    if (pin === undefined || others.length > 0) return null
    return this.at(pin).every((each) => mayBe(name, each.name)) ? pin : null
  }
}

const keyOf = (name: string): string => foldName(name).trim().slice(0, distinctiveNameBytes)

/**
 * Gives rows without a PIN the terminal's, unless another row has it, and reports all matches. `named`: everybody the
 * gym and the file name, rejected rows too.
 */
export function linkToTerminals(ready: readonly NewRow[], all: readonly Stranger[], named: Iterable<string>): NewRow[] {
  if (all.length === 0) return [...ready]
  const strangers = new Strangers(all, named)
  const taken = new Set(ready.flatMap(({ id_zkteco }) => id_zkteco ?? []))
  return ready.map((row) => {
    if (row.id_zkteco !== null) return { ...row, enrolled: placeOf(row, strangers.at(row.id_zkteco)) }
    const pin = strangers.numberOf(row)
    if (pin === null || taken.has(pin)) return row
    taken.add(pin)
    return { ...row, id_zkteco: pin, enrolled: placeOf({ ...row, id_zkteco: pin }, strangers.at(pin)) }
  })
}

function placeOf({ name, id_zkteco }: NewRow, there: readonly Stranger[]): NewRow['enrolled'] {
  const other = there.find((each) => !mayBe(name, each.name))
  if (other) return { place: `En ${other.device} el número ${id_zkteco} es de ${other.name}`, doubtful: true }
  const devices = new Intl.ListFormat('es').format(new Set(there.map(({ device }) => device)))
  return there.length > 0 ? { place: `Está en ${devices} con el número ${id_zkteco}`, doubtful: false } : null
}

/** Number reported by name. */
const leftTold = 100

/** People named anywhere in the file, also in rejected rows. */
export class Mentioned {
  readonly #pins = new Set<number>()
  readonly #names = new Map<string, Set<string>>()
  add(name: string, pin: number | null): void {
    if (pin !== null) this.#pins.add(pin)
    this.#names.set(keyOf(name), (this.#names.get(keyOf(name)) ?? new Set()).add(name))
  }
  has({ pin, name }: Stranger): boolean {
    if (this.#pins.has(pin)) return true
    return isTelling(name) && [...(this.#names.get(keyOf(name)) ?? [])].some((each) => mayBe(each, name))
  }
}

/** Unknown users without a row. `ready`: rows with the PINs that terminals gave them. */
export function listUnnamedUsers(
  all: readonly Stranger[],
  mentioned: Mentioned,
  ready: readonly NewRow[],
): ClientImportAnswer['strangers'] {
  const taken = new Set(ready.map(({ id_zkteco }) => id_zkteco))
  for (const each of all) if (mentioned.has(each)) taken.add(each.pin)
  const left = [...new Map(all.map((each) => [each.pin, each])).values()].filter(({ pin }) => !taken.has(pin))
  return { count: left.length, first: left.slice(0, leftTold).map(({ pin, name, device }) => ({ pin, name, device })) }
}
