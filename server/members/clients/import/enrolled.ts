// Who of a file is on a terminal already: its people, with their fingers, are nobody's as long as the gym does not know who
// they are. Known by number, card or name, they stay under the number that the terminal knows them by.
import type { ClientImportAnswer } from '@torniquete/contract/client-import.ts'
import { foldName } from '@torniquete/contract/names.ts'
import type { NewRow, Stranger } from './rows.ts'

/** As the database's `card_form`: leading zeros of a number are none. */
export const cardForm = (card: string): string | null =>
  /^\d{1,20}$/.test(card) ? card.replace(/^0+/, '') || null : card

/** Letters from where on the beginning of a name, cut by the terminal, stands for the name. */
const distinctiveNameBytes = 20

/** Whether a terminal's name may be the person's: some have none, and many are cut. */
function mayBe(name: string, said: string): boolean {
  const [whole, there] = [foldName(name).trim(), foldName(said).trim()]
  return there === '' || there === whole || (there.length >= distinctiveNameBytes && whole.startsWith(there))
}

/** A first name is many people's. */
const isTelling = (name: string): boolean => foldName(name).trim().includes(' ')

class Strangers {
  readonly #byPin = new Map<number, Stranger[]>()
  readonly #byCard = new Map<string, Set<number>>()
  /** By how their names begin. */
  readonly #byName = new Map<string, Stranger[]>()
  /** How many are called so, among those whose names begin alike. */
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

  /** How many a terminal's name may be. */
  #bearersOf(said: string): number {
    const known = this.#bearers.get(said)
    if (known !== undefined) return known
    const alike = [...(this.#named.get(keyOf(said)) ?? [])].filter(([name]) => mayBe(name, said))
    const count = alike.reduce((sum, [, each]) => sum + each, 0)
    this.#bearers.set(said, count)
    return count
  }

  /** The one number under which somebody of the card, or else of the name, is held, and nobody of another name. */
  numberOf({ name, card_number }: NewRow): number | null {
    const ofCard = this.#byCard.get((card_number && cardForm(card_number)) ?? '')
    const named = (this.#byName.get(keyOf(name)) ?? []).filter((each) => mayBe(name, each.name))
    // Of two of one name nobody knows which it is.
    if (!ofCard && named.some((each) => this.#bearersOf(each.name) > 1)) return null
    const [pin, ...others] = ofCard ?? new Set(named.map((each) => each.pin))
    if (pin === undefined || others.length > 0) return null
    return this.at(pin).every((each) => mayBe(name, each.name)) ? pin : null
  }
}

const keyOf = (name: string): string => foldName(name).trim().slice(0, distinctiveNameBytes)

/**
 * Who has no number gets the one by which a terminal knows them, unless somebody of the file has it; and all are told.
 * `named`: all whom the gym and the file name, also who of it is not taken; the finger may be theirs.
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

/** So many are told by name. */
const leftTold = 100

/** Whom a file names, also in rows that are not taken or are about somebody who is there. */
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

/** Who is of no row, neither by number nor by name: each once, wherever else they are. `ready`: with the numbers that terminals gave them. */
export function leftOf(
  all: readonly Stranger[],
  mentioned: Mentioned,
  ready: readonly NewRow[],
): ClientImportAnswer['strangers'] {
  const taken = new Set(ready.map(({ id_zkteco }) => id_zkteco))
  for (const each of all) if (mentioned.has(each)) taken.add(each.pin)
  const left = [...new Map(all.map((each) => [each.pin, each])).values()].filter(({ pin }) => !taken.has(pin))
  return { count: left.length, first: left.slice(0, leftTold).map(({ pin, name, device }) => ({ pin, name, device })) }
}
