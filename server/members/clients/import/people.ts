// Looks people up by name, PIN or card, in the gym and in earlier rows.
import { foldName } from '@torniquete/contract/shared/names.ts'
import { cardForm } from './enrolled.ts'
import { agree, asKnown, compareFields, isNamed, isSame, normalizeMail, normalizePhone } from './likeness.ts'
import { asClient } from './repeats.ts'
import type { Known, KnownClient, NewRow } from './rows.ts'

/** Only this many equal names, phones or mails are compared, to bound the time. */
const mostAlike = 200

/** A client or an earlier row. */
export type Standing = { who: Known } & ({ client: KnownClient; earlier: null } | { client: null; earlier: NewRow })

export const toClient = ({ client, earlier }: Standing): KnownClient => client ?? asClient(earlier)

interface Taken {
  told: string
  /** Null for staff and earlier rows. */
  client: KnownClient | null
}

/** A field whose value belongs to another person. */
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
        put(this.#byPhone, normalizePhone(who.phone_number), client)
        put(this.#byMail, normalizeMail(who.email), client)
      }
      this.#take(client, { told: `Ya es de ${client.name}`, client })
      put(this.#byPhone, normalizePhone(client.phone_number), client)
      put(this.#byMail, normalizeMail(client.email), client)
    }
  }
  #take({ id_zkteco, card }: Pick<Known, 'id_zkteco' | 'card'>, taken: Taken): void {
    if (id_zkteco !== null) this.#byPin.set(id_zkteco, taken)
    if (card) this.#byCard.set(card, taken)
  }
  /** Adds an earlier row. */
  add(row: NewRow): void {
    const who = asKnown(row)
    put(this.#byName, foldName(row.name), { who, client: null, earlier: row })
    this.#take(who, { told: `Ya está en la fila ${row.row}`, client: null })
  }
  /** Adds fields to an earlier row. */
  addTo(row: NewRow): void {
    const who = asKnown(row)
    const standing = this.#byName.get(foldName(row.name))?.find(({ earlier }) => earlier === row)
    if (standing) standing.who = who
    this.#take(who, { told: `Ya está en la fila ${row.row}`, client: null })
  }
  /** Notes the card that a row gives to a known client. */
  giveCard(row: number, card: string): void {
    this.#take({ id_zkteco: null, card: cardForm(card) }, { told: `Ya está en la fila ${row}`, client: null })
  }
  /** The most similar matches, several if equally similar. */
  standingsOf(row: NewRow): Standing[] {
    const same = (this.#byName.get(foldName(row.name)) ?? []).filter(({ who }) => isSame(row, who))
    if (same.length < 2) return same
    const rated = same.map((standing) => ({ standing, rate: compareFields(row, toClient(standing)).length }))
    const most = Math.max(...rated.map(({ rate }) => rate))
    const alike = rated.flatMap(({ standing, rate }) => (rate === most ? standing : []))
    // A merged client counts as the one who stayed.
    return [...new Map(alike.map((standing) => [standing.client ?? standing.earlier, standing])).values()]
  }
  /** An earlier row with the same name and birthday. */
  bornAlike(row: NewRow): NewRow | null {
    const alike = (this.#byName.get(foldName(row.name)) ?? []).find(
      ({ who, earlier }) => earlier && agree(row.birth_date, who.birth_date),
    )
    return alike?.earlier ?? null
  }
  /** Probable match by PIN, card, phone or mail, or by name and birthday. */
  likeliest(row: NewRow): KnownClient | null {
    const born = (this.#byName.get(foldName(row.name)) ?? []).flatMap(({ client }) =>
      client && agree(row.birth_date, client.birth_date) ? [client] : [],
    )
    const all = [
      ...this.clashesOf(row).flatMap(({ client }) => client ?? []),
      ...born,
      ...(this.#byPhone.get(normalizePhone(row.phone_number) ?? '') ?? []),
      ...(this.#byMail.get(normalizeMail(row.email) ?? '') ?? []),
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
