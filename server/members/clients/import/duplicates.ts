// Decides whether a row is a new client, a known one, or a person of an earlier row.
import { clientColumns } from '@torniquete/contract/members/client-import.ts'
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import type { Verdict } from '../../../platform/file-import/judged.ts'
import { Refusals } from '../../../platform/file-import/refusals.ts'
import { cardForm, mayBe } from './enrolled.ts'
import type { Against, NewRow, Period, Person } from './rows.ts'

/** Equal names, phones or mails that are compared, to bound the time. */
const mostAlike = 200
/** Shorter texts are no phone number. */
const fewestDigits = 7

const phoneForm = (phone: string | null): string | null => (phone ?? '').replace(/\D/g, '').slice(-10) || null
const mailForm = (mail: string | null): string | null => mail?.toLowerCase() || null

const keys: Record<'id_zkteco' | 'card_number' | 'phone_number' | 'email', (person: Person) => string | null> = {
  id_zkteco: ({ id_zkteco }) => (id_zkteco === null ? null : String(id_zkteco)),
  card_number: ({ card_number }) => card_number && cardForm(card_number),
  phone_number: ({ phone_number }) => phoneForm(phone_number),
  email: ({ email }) => mailForm(email),
}
type Field = keyof typeof keys
const fields = Object.keys(keys) as Field[] // Object.keys forgets the names

/** Somebody who is there: a client, a member of staff, or an earlier row. */
interface Standing {
  person: Person
  /** The earlier row; null for somebody of the gym. */
  earlier: NewRow | null
  isStaff: boolean
}

const isOther = (one: string | null, other: string | null) => one !== null && other !== null && one !== other
const isEqual = (one: string | null, other: string | null) => one !== null && one === other
const birthdays = (row: Person, person: Person) => [row.birth_date, person.birth_date] as const

/** True for one of the same name if the number, card or birthday agrees, or no field contradicts. */
function isSame(row: NewRow, person: Person): boolean {
  const pairs = [...fields.map((field) => [keys[field](row), keys[field](person)] as const), birthdays(row, person)]
  const certain = [keys.id_zkteco, keys.card_number].map((key) => [key(row), key(person)] as const)
  return (
    [...certain, birthdays(row, person)].some((pair) => isEqual(...pair)) || !pairs.some((pair) => isOther(...pair))
  )
}

const placeOf = ({ person, earlier, isStaff }: Standing): string =>
  earlier ? `Ya está en la fila ${earlier.row}` : `Ya es de ${person.name}${isStaff ? ', del personal' : ''}`

const endOf = (period: Period | null): string => (period ? addDays(period.start_date, period.duration_days) : '')

export class Duplicates {
  readonly #byName = new Map<string, Standing[]>()
  readonly #byField = new Map<string, Standing[]>()
  readonly #unknownUsers: Against['unknownUsers']

  constructor({ clients, staff, unknownUsers }: Against) {
    this.#unknownUsers = unknownUsers
    for (const client of clients)
      this.#add({ person: client, earlier: null, isStaff: false }, [client.name, ...client.aliases])
    const nobody = { card_number: null, phone_number: null, email: null, birth_date: null }
    for (const [id_zkteco, name] of staff)
      this.#add({ person: { name, id_zkteco, ...nobody }, earlier: null, isStaff: true }, [])
  }

  /** Compares a row with the gym and with earlier rows. */
  verdictOf(row: NewRow): Verdict<NewRow> {
    const named = this.#byName.get(foldName(row.name)) ?? []
    const same = named.find(({ person }) => isSame(row, person))
    if (same) return this.#present(row, same)
    const told = new Refusals(clientColumns)
    for (const field of ['id_zkteco', 'card_number'] as const) {
      const [holder] = this.#holders(field, row)
      if (holder) told.add(field, placeOf(holder))
    }
    if (told.reasons.length > 0) return { reasons: told.reasons }
    this.#add({ person: row, earlier: row, isStaff: false }, [row.name])
    return { made: row, adjusted: this.#remarks(row, named) }
  }

  #add(standing: Standing, names: readonly string[]): void {
    for (const name of new Set(names.map(foldName))) put(this.#byName, name, standing)
    for (const field of fields) {
      const key = keys[field](standing.person)
      if (key !== null) put(this.#byField, `${field} ${key}`, standing)
    }
  }

  #holders(field: Field, row: NewRow): readonly Standing[] {
    const key = keys[field](row)
    return key === null ? [] : (this.#byField.get(`${field} ${key}`) ?? [])
  }

  /** Of several rows about one person the one with the latest expiry counts. */
  #present({ name, period }: NewRow, { earlier }: Standing): Verdict<NewRow> {
    if (!earlier) return { present: 'Ya es cliente', name }
    if (endOf(period) <= endOf(earlier.period)) return { present: `Repite la fila ${earlier.row}`, name }
    earlier.period = period
    return { present: `Repite la fila ${earlier.row}, que toma su vencimiento`, name }
  }

  /** What a person should look at before importing the row. */
  #remarks(row: NewRow, named: readonly Standing[]): string[] {
    const remarks: string[] = []
    const [namesake] = named
    if (namesake)
      remarks.push(
        `Hay ${namesake.earlier ? `otro en la fila ${namesake.earlier.row}` : 'un cliente'} con ese nombre y otros datos`,
      )
    const isPhone = (phoneForm(row.phone_number)?.length ?? 0) >= fewestDigits
    for (const field of isPhone ? (['phone_number', 'email'] as const) : (['email'] as const)) {
      const [holder] = this.#holders(field, row).filter(({ earlier }) => earlier === null)
      if (holder && holder !== namesake) remarks.push(`${clientColumns[field]}: también es de ${holder.person.name}`)
    }
    const other = this.#unknownUsers.find(({ pin, name }) => pin === row.id_zkteco && !mayBe(row.name, name))
    if (other) remarks.push(`En ${other.device} el número ${other.pin} es de ${other.name}`)
    return remarks
  }
}

function put(map: Map<string, Standing[]>, key: string, standing: Standing): void {
  const all = map.get(key)
  if (!all) map.set(key, [standing])
  else if (all.length < mostAlike) all.push(standing)
}
