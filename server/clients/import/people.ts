// Who is known by a name, a number or a card, in the gym or further up in the file, and what a row would add to them.
import { type ClientColumn, clientColumns, type SimilarBy } from '@torniquete/contract/client-import.ts'
import { addDays, showDay } from '@torniquete/contract/dates.ts'
import { importedPlanName } from '@torniquete/contract/memberships.ts'
import { foldName } from '@torniquete/contract/names.ts'
import { daysThrough } from '../../file-import/cells.ts'
import { cardForm } from './enrolled.ts'
import { type FilledRow, fillable, type Known, type KnownClient, type NewRow, type Period } from './rows.ts'

/** Fewer digits are no phone number. */
const phoneDigits = 7
const digitsOf = (phone: string) => phone.replace(/\D/g, '').slice(-10)
const mailOf = (mail: string | null) => mail?.toLowerCase() || null
const phoneOf = (phone: string | null) => {
  const digits = digitsOf(phone ?? '')
  return digits.length >= phoneDigits ? digits : null
}

const differ = <Value>(one: Value | null, other: Value | null) => one !== null && other !== null && one !== other
const agree = <Value>(one: Value | null, other: Value | null) => one !== null && one === other

/** A row as somebody who is compared with others. */
export const asKnown = (row: NewRow): Known => ({ ...row, card: row.card_number && cardForm(row.card_number) })

/** Whether two rows of one name may be one person. */
export const areSame = (row: NewRow, earlier: NewRow): boolean => isSame(row, asKnown(earlier))

/** Whether nothing that is known of both says that they are two. */
function isSame(row: NewRow, other: Known): boolean {
  const phones = [row.phone_number, other.phone_number].map((phone) => (phone ? digitsOf(phone) || null : null))
  return !(
    differ(row.birth_date, other.birth_date) ||
    differ(phones[0] ?? null, phones[1] ?? null) ||
    differ(mailOf(row.email), mailOf(other.email)) ||
    differ(row.card_number && cardForm(row.card_number), other.card) ||
    differ(row.id_zkteco, other.id_zkteco)
  )
}

export const isNamed = (row: { name: string }, { name, aliases }: KnownClient): boolean =>
  [name, ...aliases].some((each) => foldName(each) === foldName(row.name))

/** What both say alike, what tells most first. */
export function likenessOf(row: NewRow, client: KnownClient): SimilarBy[] {
  const said: Record<SimilarBy, boolean> = {
    id_zkteco: agree(row.id_zkteco, client.id_zkteco),
    card_number: agree(row.card_number && cardForm(row.card_number), client.card),
    birth_date: agree(row.birth_date, client.birth_date),
    phone_number: agree(phoneOf(row.phone_number), phoneOf(client.phone_number)),
    email: agree(mailOf(row.email), mailOf(client.email)),
    name: isNamed(row, client),
  }
  return (Object.keys(said) as SimilarBy[]).filter((by) => said[by]) // Object.keys forgets the names
}

/** The first days that are not paid yet, of those that are still to come where some begin later; null where all are. */
function unpaid(period: Period | null, { paid_until, periods }: KnownClient, today: string): Period | null {
  if (!period || paid_until === null || paid_until <= period.start_date) return period
  const last = addDays(period.start_date, period.duration_days - 1)
  const from = (start_date: string, until: string) =>
    start_date > until ? null : { ...period, start_date, duration_days: daysThrough(start_date, until) }
  if (periods.length === 0) return from(paid_until, last)
  let free = period.start_date < today ? today : period.start_date
  for (const { start, end } of periods) {
    if (start > free) return from(free, start > last ? last : addDays(start, -1))
    if (end > free) free = end
  }
  return from(free, last)
}

export interface Addition extends Pick<FilledRow, 'fields' | 'period'> {
  adds: string[]
  keeps: string[]
}
const told = (column: ClientColumn, value: string | number) => {
  const text = column === 'birth_date' ? showDay(String(value)) : String(value)
  return `${clientColumns[column]} ${text.length > 60 ? `${text.slice(0, 59)}…` : text}`
}

/** What is empty there is filled; what is not stays. `isFree`: whether the row's card is nobody's. */
export function additionOf(
  row: NewRow,
  client: KnownClient,
  { isFree, today }: { isFree: boolean; today: string },
): Addition {
  const { fields, adds, keeps }: Addition = { fields: {}, period: null, adds: [], keeps: [] }
  if (differ(row.id_zkteco, client.id_zkteco) && row.id_zkteco)
    keeps.push(`${told('id_zkteco', client.id_zkteco ?? '')}, no ${row.id_zkteco}`)
  const alike = likenessOf(row, client) as string[] // to be asked for any column
  for (const field of fillable) {
    const [said, had] = [row[field], client[field]]
    if (!said || alike.includes(field) || said === had) continue
    if (had) keeps.push(told(field, had))
    else if (field !== 'card_number' || isFree) {
      fields[field] = said
      adds.push(told(field, said))
    }
  }
  const period = unpaid(row.period, client, today)
  if (period)
    adds.push(
      `${period.plan?.name ?? importedPlanName} hasta ${showDay(addDays(period.start_date, period.duration_days - 1))}`,
    )
  return { fields, period, adds, keeps }
}

/** Of a name, a phone or a mail that more have, only the first are compared: ten thousand alike must not hold the desk. */
const mostAlike = 200

interface Standing {
  who: Known
  /** Null: further up in the file, as `earlier`. */
  client: KnownClient | null
  earlier: NewRow | null
}

interface Taken {
  told: string
  /** Null: not a client's, but of the staff, or further up in the file. */
  client: KnownClient | null
}

/** A column of a row that is somebody else's. */
export interface Clash extends Taken {
  field: 'id_zkteco' | 'card_number'
}

function put<Key, Value>(map: Map<Key, Value[]>, key: Key | null, value: Value): void {
  if (key === null) return
  const all = map.get(key)
  if (!all) map.set(key, [value])
  else if (all.length < mostAlike) all.push(value)
}

export class People {
  readonly #byName = new Map<string, Standing[]>()
  readonly #byPin = new Map<number, Taken>()
  readonly #byCard = new Map<string, Taken>()
  readonly #byPhone = new Map<string, KnownClient[]>()
  readonly #byMail = new Map<string, KnownClient[]>()

  constructor(clients: readonly KnownClient[], staff: ReadonlyMap<number, string>) {
    for (const [pin, name] of staff) this.#byPin.set(pin, { told: `Ya es de ${name}, del personal`, client: null })
    for (const client of clients) {
      for (const name of new Set([client.name, ...client.aliases].map(foldName)))
        put(this.#byName, name, { who: client, client, earlier: null })
      for (const who of client.former) {
        put(this.#byName, foldName(who.name), { who, client, earlier: null })
        put(this.#byPhone, phoneOf(who.phone_number), client)
        put(this.#byMail, mailOf(who.email), client)
      }
      this.#take(client, { told: `Ya es de ${client.name}`, client })
      put(this.#byPhone, phoneOf(client.phone_number), client)
      put(this.#byMail, mailOf(client.email), client)
    }
  }
  #take({ id_zkteco, card }: Pick<Known, 'id_zkteco' | 'card'>, taken: Taken): void {
    if (id_zkteco !== null) this.#byPin.set(id_zkteco, taken)
    if (card) this.#byCard.set(card, taken)
  }
  /** Who stands in the file. */
  add(row: NewRow): void {
    const who = asKnown(row)
    put(this.#byName, foldName(row.name), { who, client: null, earlier: row })
    this.#take(who, { told: `Ya está en la fila ${row.row}`, client: null })
  }
  /** A row of the file says more by now. */
  addTo(row: NewRow): void {
    const who = asKnown(row)
    const standing = this.#byName.get(foldName(row.name))?.find(({ earlier }) => earlier === row)
    if (standing) standing.who = who
    this.#take(who, { told: `Ya está en la fila ${row.row}`, client: null })
  }
  /** A card that a row gives to somebody who is there. */
  giveCard(row: number, card: string): void {
    this.#take({ id_zkteco: null, card: cardForm(card) }, { told: `Ya está en la fila ${row}`, client: null })
  }
  /** Where the same person stands already, as far as is known; null for somebody new. Of several the one who is most alike. */
  standingOf(row: NewRow): Standing | null {
    const same = (this.#byName.get(foldName(row.name)) ?? []).filter(({ who }) => isSame(row, who))
    const [first] = same
    if (!first || same.length === 1) return first ?? null
    const alike = (client: KnownClient | null) => (client ? likenessOf(row, client).length : 0)
    return same.reduce((best, each) => (alike(each.client) > alike(best.client) ? each : best), first)
  }
  /** The row further up that is of the same name and birthday, whatever else differs. */
  bornAlike(row: NewRow): NewRow | null {
    const alike = (this.#byName.get(foldName(row.name)) ?? []).find(
      ({ who, earlier }) => earlier && agree(row.birth_date, who.birth_date),
    )
    return alike?.earlier ?? null
  }
  /** Who they seem to be: of the same number, card, phone or mail, or of the same name and birthday. */
  likeliest(row: NewRow): KnownClient | null {
    const born = (this.#byName.get(foldName(row.name)) ?? []).flatMap(({ client }) =>
      client && agree(row.birth_date, client.birth_date) ? [client] : [],
    )
    const all = [
      ...this.clashesOf(row).flatMap(({ client }) => client ?? []),
      ...born,
      ...(this.#byPhone.get(phoneOf(row.phone_number) ?? '') ?? []),
      ...(this.#byMail.get(mailOf(row.email) ?? '') ?? []),
    ]
    return all.find((client) => isNamed(row, client)) ?? all[0] ?? null
  }
  clashesOf({ id_zkteco, card_number }: NewRow): Clash[] {
    const pin = id_zkteco === null ? undefined : this.#byPin.get(id_zkteco)
    const card = card_number === null ? undefined : this.#byCard.get(cardForm(card_number) ?? '')
    return [
      ...(pin ? [{ field: 'id_zkteco' as const, ...pin }] : []),
      ...(card ? [{ field: 'card_number' as const, ...card }] : []),
    ]
  }
}
