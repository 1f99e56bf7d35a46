// Decides whether each row is a new client, a known one, or a person of an earlier row.
import { clientColumns, type SimilarRow } from '@torniquete/contract/members/client-import.ts'
import type { RowChoice } from '@torniquete/contract/shared/file-import.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import type { Verdict } from '../../../platform/file-import/judged.ts'
import { Refusals } from '../../../platform/file-import/refusals.ts'
import { type Addition, findAddition } from './additions.ts'
import { areSame, compareFields, isNamed } from './likeness.ts'
import { People, type Standing, toClient } from './people.ts'
import { asClient, asFilled, join } from './repeats.ts'
import type { Against, Brought, FilledRow, KnownClient, NewRow } from './rows.ts'

const present = (row: NewRow, place: string) => ({ present: place, name: row.name })
const severalText = (of: number) => `Hay ${of} de ese nombre, y no se sabe de cuál es: escribe su teléfono o su número`
/** A choice for a whole group completes no doubtful match. */
const unlessDoubtful = (said: RowChoice | undefined, of: number) => (said === 'complete' && of > 1 ? undefined : said)

export class ClientRows {
  readonly #people: People
  readonly #against: Against
  /** Known clients completed by a row of this file. */
  readonly #filled = new Map<number, { by: NewRow; made: FilledRow }>()
  readonly similar: SimilarRow[] = []
  /** Rows about a person of an earlier row. */
  readonly repeats = new Set<number>()

  constructor(against: Against) {
    this.#against = against
    this.#people = new People(against.clients, against.staff)
  }

  verdictOf(row: NewRow): Verdict<Brought> {
    const standings = this.#people.standingsOf(row)
    // Picks among several matches the one to which the row adds something; if it adds nothing, the choice does not
    // matter.
    const standing = standings.find((each) => standings.length > 1 && this.#addsTo(row, each)) ?? standings[0]
    const born = standing?.client ? null : this.#people.bornAlike(row)
    const earlier = born ?? standing?.earlier
    if (earlier) {
      const among = born ? 1 : standings.length
      const repeated = this.#repeated(row, { of: earlier.row, as: asClient(earlier), into: earlier, among })
      return repeated ?? this.#added(row, this.#people.likeliest(row))
    }
    const client = standing?.client ?? this.#people.likeliest(row)
    return client ? this.#verdictBeside(row, client, standings.length) : this.#added(row)
  }

  #addsTo(row: NewRow, standing: Standing): boolean {
    const made = standing.client && this.#filled.get(standing.client.id)?.made
    const as = made ? asFilled(standing.client, made) : toClient(standing)
    return findAddition(row, as, { isFree: true, today: this.#against.today }).adds.length > 0
  }

  /** Null if the person chose "another person". `as` is the earlier row, `into` the client it completes. */
  #repeated(
    row: NewRow,
    { of, as, into, among }: { of: number; as: KnownClient; into: NewRow | FilledRow; among: number },
  ): Verdict<Brought> | null {
    const { today, choices } = this.#against
    const clashes = this.#people.clashesOf(row).map(({ field }) => field)
    const isFree = !clashes.includes('card_number')
    const addition = findAddition(row, as, { isFree, today })
    const { adds, keeps, fields } = addition
    const isNumbered = 'into' in into || into.id_zkteco !== null
    const pin = isNumbered || clashes.includes('id_zkteco') ? null : row.id_zkteco
    const more = pin === null ? adds : [`${clientColumns.id_zkteco} ${pin}`, ...adds]
    const likely = more.length > 0 && among === 1 ? 'complete' : 'skip'
    const said =
      choices?.rows[row.row] ?? (more.length > 0 ? unlessDoubtful(choices?.kinds.repeated, among) : undefined)
    const choice = said ?? likely
    if (choice === 'add' || more.length > 0)
      this.similar.push({
        row: row.row,
        name: row.name,
        kind: 'repeated',
        client: null,
        repeats: of,
        by: compareFields(row, as),
        adds: more,
        keeps,
        choice,
      })
    if (choice === 'add') return null
    this.repeats.add(row.row)
    // Its additional data would be lost unnoticed.
    if (!said && among > 1 && more.length > 0) return { reasons: [severalText(among)] }
    if (choice === 'skip' || more.length === 0) return present(row, `Repite la fila ${of}`)
    join(into, addition, today)
    if ('into' in into) {
      if (fields.card_number) this.#people.giveCard(of, fields.card_number)
    } else {
      into.id_zkteco ??= pin
      this.#people.addTo(into)
    }
    return present(row, `Se suma a la fila ${of}`)
  }

  /** A new client. A PIN or card of a known client is left out if the person said who is who. */
  #added(row: NewRow, client: KnownClient | null = null): Verdict<Brought> {
    const told = new Refusals(clientColumns)
    const made = { ...row }
    for (const clash of this.#people.clashesOf(row)) {
      if (client && clash.client) made[clash.field] = null
      else told.add(clash.field, clash.told)
    }
    if (told.reasons.length > 0) return { reasons: told.reasons }
    this.#people.add(made)
    return { made }
  }

  /** `among` is the number of equally likely matches. */
  #verdictBeside(row: NewRow, client: KnownClient, among: number): Verdict<Brought> {
    const clashes = this.#people.clashesOf(row)
    const isFree = !clashes.some(({ field }) => field === 'card_number')
    const addition = findAddition(row, client, { isFree, today: this.#against.today })
    const named = isNamed(row, client)
    const by = compareFields(row, client)
    // Known from an earlier import, or by name and birthday.
    const isKnown = among > 0 || (named && (foldName(row.name) !== foldName(client.name) || by.includes('birth_date')))
    if (isKnown && addition.adds.length === 0) return present(row, 'Ya es cliente')
    const before = this.#filled.get(client.id)
    if (isKnown && before && areSame(row, before.by)) {
      const [of, as, into] = [before.by.row, asFilled(client, before.made), before.made]
      return this.#repeated(row, { of, as, into, among: Math.max(among, 1) }) ?? this.#added(row, client)
    }
    const kind: SimilarRow['kind'] = named ? 'named' : 'other'
    const likely = isKnown || clashes.length > 0 ? 'skip' : 'add'
    const { rows, kinds } = this.#against.choices ?? { rows: {}, kinds: {} }
    const said = rows[row.row] ?? unlessDoubtful(kinds[kind], among)
    // A second, different row does not complete the same client.
    const choice: RowChoice = said === 'complete' && before ? 'add' : (said ?? likely)
    const { id, name, id_zkteco } = client
    const { adds, keeps } = addition
    const seems = { kind, client: { id, name, id_zkteco }, repeats: null }
    this.similar.push({ row: row.row, name: row.name, ...seems, by, adds, keeps, choice })
    if (choice === 'add') return this.#added(row, client)
    if (choice === 'skip') {
      if (clashes.length === 0 && !said && among > 1) return { reasons: [severalText(among)] }
      if (clashes.length === 0) return present(row, named ? 'Ya es cliente' : `Parece ser ${name}`)
      return { reasons: clashes.map(({ field, told }) => `${clientColumns[field]}: ${told}`) }
    }
    if (adds.length === 0) return present(row, `Es ${name}, y su ficha lo tiene todo`)
    return this.#filledBy(row, client, addition)
  }

  #filledBy(filling: NewRow, client: KnownClient, { fields, periods }: Addition) {
    const { row, name } = filling
    const { id, version, paid_until } = client
    const made: FilledRow = { row, name, into: { id, name: client.name, version, paid_until }, fields, periods }
    this.#filled.set(client.id, { by: filling, made })
    if (fields.card_number) this.#people.giveCard(row, fields.card_number)
    return { made }
  }
}
