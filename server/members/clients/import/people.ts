// Who is known by a name, a number or a card, in the gym or further up in the file.
import { foldName } from '@torniquete/contract/names.ts'
import { cardForm } from './enrolled.ts'
import { agree, asKnown, isNamed, isSame, likenessOf, mailOf, phoneOf } from './likeness.ts'
import { asClient } from './repeats.ts'
import type { Known, KnownClient, NewRow } from './rows.ts'

/** Of a name, a phone or a mail that more have, only the first are compared: ten thousand alike must not hold the desk. */
const mostAlike = 200

/** A client, or who stands further up in the file. */
export type Standing = { who: Known } & ({ client: KnownClient; earlier: null } | { client: null; earlier: NewRow })

export const clientOf = ({ client, earlier }: Standing): KnownClient => client ?? asClient(earlier)

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
  /** Where the same person stands already, as far as is known; of several the one who is most alike, or those who are so equally. */
  standingsOf(row: NewRow): Standing[] {
    const same = (this.#byName.get(foldName(row.name)) ?? []).filter(({ who }) => isSame(row, who))
    if (same.length < 2) return same
    const rated = same.map((standing) => ({ standing, rate: likenessOf(row, clientOf(standing)).length }))
    const most = Math.max(...rated.map(({ rate }) => rate))
    const alike = rated.flatMap(({ standing, rate }) => (rate === most ? standing : []))
    // Who went into a client is that client.
    return [...new Map(alike.map((standing) => [standing.client ?? standing.earlier, standing])).values()]
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
