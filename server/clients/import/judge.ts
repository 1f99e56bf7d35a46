// What becomes of a row of a file: a client to be made, somebody who is one already, or one that cannot be taken as it
// stands, and why. Nothing is asked or written here.
import { type ClientColumn, clientColumns } from '@torniquete/contract/client-import.ts'
import { NewClient } from '@torniquete/contract/clients.ts'
import { addDays, showDay } from '@torniquete/contract/dates.ts'
import { errorText } from '@torniquete/contract/errors.ts'
import { isAnonymousName } from '@torniquete/contract/memberships.ts'
import { foldName } from '@torniquete/contract/names.ts'
import { daysThrough, isShortened, readPin, shortenedText } from '../../file-import/cells.ts'
import type { Judgement, Said, Verdict } from '../../file-import/judged.ts'
import { Refusals } from '../../file-import/refusals.ts'
import { cardForm, linkToTerminals, type Stranger } from './enrolled.ts'
import type { Known, NewRow, Period, Plan } from './rows.ts'

export interface Against {
  today: string
  clients: readonly Known[]
  /** Numbers of the staff, with their names. */
  staff: ReadonlyMap<number, string>
  plans: readonly Plan[]
  /** Whom terminals hold and the gym does not know. */
  strangers: readonly Stranger[]
}

const longest = 36_500
const digitsOf = (phone: string) => phone.replace(/\D/g, '').slice(-10)

type ClientSaid = Said<ClientColumn>

/** Which days are paid; null where the file does not say until when, or it was told why not. */
function periodOf(said: ClientSaid, { today, plans }: Against, told: Refusals<ClientColumn>): Period | null {
  const read = (field: 'start_date' | 'expires') => {
    if (said.text(field) === '') return null
    const { value, error } = said.day(field, {})
    return value ?? told.add(field, error ?? '')
  }
  const [start, expires] = [read('start_date'), read('expires')]
  const named = foldName(said.text('plan'))
  const plan = plans.find(({ name }) => foldName(name) === named) ?? null
  if (expires === null) {
    if (!plan || start === null || told.reasons.length > 0) return null
    return { plan, start_date: start, duration_days: plan.duration_days }
  }
  if (start !== null && start > expires) return told.add('expires', `Es antes del inicio, ${showDay(start)}`)
  // Since when it was paid, nobody says: what counts is until when.
  const start_date = start ?? (expires < today ? expires : today)
  const duration_days = daysThrough(start_date, expires)
  if (duration_days > longest) return told.add('expires', `Debe ser antes del ${showDay(addDays(start_date, longest))}`)
  return { plan, start_date, duration_days }
}

const optional = ['phone_number', 'email', 'card_number', 'address', 'notes'] as const
const names = ['name', 'middle_name', 'last_name', 'second_last_name'] as const

const nameOf = ({ text }: ClientSaid): string =>
  names
    .map(text)
    .filter((part) => part !== '')
    .join(' ')

function readRow(at: number, said: ClientSaid, against: Against): { row: NewRow | null; reasons: string[] } {
  const told = new Refusals(clientColumns)
  const text = (field: ClientColumn) => said.text(field) || null
  const name = nameOf(said)
  const birth = text('birth_date') ? said.day('birth_date', { latest: against.today, birth: true }) : null
  const pin = text('id_zkteco') ? readPin(said.text('id_zkteco')) : null
  for (const field of ['phone_number', 'card_number'] as const)
    if (isShortened(said.text(field))) told.add(field, shortenedText)
  if (birth?.error) told.add('birth_date', birth.error)
  if (pin?.error) told.add('id_zkteco', pin.error)
  const fields = Object.fromEntries(optional.map((field) => [field, text(field)]))
  const parsed = NewClient.safeParse({ name, ...fields })
  for (const issue of parsed.error?.issues ?? []) told.add(issue.path[0] as ClientColumn, issue.message) // its own fields
  if (isAnonymousName(name)) told.add('name', errorText('client.anonymous-name'))
  const period = periodOf(said, against, told)
  if (!parsed.success || told.reasons.length > 0) return { row: null, reasons: told.reasons }
  const { phone_number = null, email = null, card_number = null, address = null, notes = null } = parsed.data
  const known = { phone_number, email, card_number, address, notes, birth_date: birth?.value ?? null }
  return {
    row: { row: at, name: parsed.data.name, id_zkteco: pin?.value ?? null, ...known, period, enrolled: null },
    reasons: [],
  }
}

const differ = <Value>(one: Value | null, other: Value | null) => one !== null && other !== null && one !== other

/** Whether nothing that is known of both says that they are two. */
function isSame(row: NewRow, other: Known): boolean {
  const phones = [row.phone_number, other.phone_number].map((phone) => (phone ? digitsOf(phone) || null : null))
  return !(
    differ(row.birth_date, other.birth_date) ||
    differ(phones[0] ?? null, phones[1] ?? null) ||
    differ(row.email?.toLowerCase() ?? null, other.email?.toLowerCase() ?? null) ||
    differ(row.card_number && cardForm(row.card_number), other.card) ||
    differ(row.id_zkteco, other.id_zkteco)
  )
}

/** Of a name that more have, only the first are compared: a file of ten thousand called the same must not hold the desk. */
const mostOfAName = 200

/** Who is known by a name, a number or a card, in the gym or further up in the file. */
class People {
  readonly #byName = new Map<string, { who: Known; place: string }[]>()
  readonly #byPin = new Map<number, string>()
  readonly #byCard = new Map<string, string>()

  constructor({ clients, staff }: Against) {
    for (const [pin, name] of staff) this.#byPin.set(pin, `Ya es de ${name}, del personal`)
    for (const client of clients) this.add(client, 'Ya es cliente', `Ya es de ${client.name}`)
  }
  add(who: Known, place: string, taken: string): void {
    const name = foldName(who.name)
    const same = this.#byName.get(name) ?? []
    if (same.length < mostOfAName) same.push({ who, place })
    this.#byName.set(name, same)
    if (who.id_zkteco !== null) this.#byPin.set(who.id_zkteco, taken)
    if (who.card) this.#byCard.set(who.card, taken)
  }
  /** Where the same person stands already; null for somebody new. */
  placeOf(row: NewRow): string | null {
    return this.#byName.get(foldName(row.name))?.find(({ who }) => isSame(row, who))?.place ?? null
  }
  clashesOf({ id_zkteco, card_number }: NewRow): string[] {
    const told = new Refusals(clientColumns)
    const pin = id_zkteco === null ? undefined : this.#byPin.get(id_zkteco)
    const card = card_number === null ? undefined : this.#byCard.get(cardForm(card_number) ?? '')
    if (pin) told.add('id_zkteco', pin)
    if (card) told.add('card_number', card)
    return told.reasons
  }
}

/** How the rows of one file are judged: who stands further up counts too. */
export function clientJudgement(against: Against): Judgement<ClientColumn, NewRow> {
  const people = new People(against)
  const named = against.clients.map(({ name }) => name)
  const verdictOf = (row: number, said: ClientSaid): Verdict<NewRow> => {
    named.push(nameOf(said))
    const { row: made, reasons } = readRow(row, said, against)
    if (!made) return { reasons }
    const present = people.placeOf(made)
    if (present) return { present, name: made.name }
    const clashes = people.clashesOf(made)
    if (clashes.length > 0) return { reasons: clashes }
    const card = made.card_number && cardForm(made.card_number)
    people.add({ ...made, card }, `Repite la fila ${row}`, `Ya está en la fila ${row}`)
    return { made }
  }
  return {
    ownFields: ['phone_number', 'email', 'birth_date', 'card_number'],
    verdictOf,
    afterwards: (ready) => linkToTerminals(ready, against.strangers, named),
  }
}
