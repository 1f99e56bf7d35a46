// What becomes of a row of a file: a client to be made, somebody who is one already, or one that cannot be taken as it
// stands, and why. Nothing is asked or written here.
import {
  type ClientColumn,
  type ClientImportAnswer,
  clientColumns,
  type SimilarRow,
} from '@torniquete/contract/client-import.ts'
import { NewClient } from '@torniquete/contract/clients.ts'
import { addDays, showDay } from '@torniquete/contract/dates.ts'
import { errorText } from '@torniquete/contract/errors.ts'
import type { RowChoice, RowChoices, Told } from '@torniquete/contract/file-import.ts'
import { isAnonymousName } from '@torniquete/contract/memberships.ts'
import { foldName } from '@torniquete/contract/names.ts'
import { daysThrough, isShortened, readPin, shortenedText } from '../../file-import/cells.ts'
import { toldRows } from '../../file-import/file-imports.ts'
import type { Judgement, Said, Verdict } from '../../file-import/judged.ts'
import { Refusals } from '../../file-import/refusals.ts'
import { leftOf, linkToTerminals, type Stranger } from './enrolled.ts'
import { additionOf, areSame, isNamed, likenessOf, People } from './people.ts'
import { asClient, asFilled, join, joinable } from './repeats.ts'
import {
  type Brought,
  type FilledRow,
  isFilled,
  isNew,
  type KnownClient,
  type NewRow,
  type Period,
  type Plan,
} from './rows.ts'

export interface Against {
  today: string
  clients: readonly KnownClient[]
  /** Numbers of the staff, with their names. */
  staff: ReadonlyMap<number, string>
  plans: readonly Plan[]
  /** Whom terminals hold and the gym does not know. */
  strangers: readonly Stranger[]
  /** What a person said of rows that are probably of somebody who is a client. */
  choices: RowChoices | null
}

const longest = 36_500

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

/** Of those that are probably clients already, and of those that repeat others, so many are told one by one. */
const [similarTold, repeatedTold] = [500, 100]

export type Summary = Pick<ClientImportAnswer, 'filled' | 'similar' | 'members' | 'enrolled' | 'doubtful' | 'strangers'>

const present = (row: NewRow, place: string) => ({ present: place, name: row.name })

/** How the rows of one file are judged: who stands further up counts too. */
class ClientRows {
  readonly #people: People
  readonly #against: Against
  /** By which rows clients are filled. */
  readonly #filled = new Map<number, { by: NewRow; made: FilledRow }>()
  readonly similar: SimilarRow[] = []
  /** Rows of somebody who stands further up. */
  readonly repeats = new Set<number>()

  constructor(against: Against) {
    this.#against = against
    this.#people = new People(against.clients, against.staff)
  }

  verdictOf(row: NewRow): Verdict<Brought> {
    const standing = this.#people.standingOf(row)
    const earlier = standing?.client ? null : (this.#people.bornAlike(row) ?? standing?.earlier)
    if (earlier) {
      const repeated = this.#repeated(row, { of: earlier.row, as: asClient(earlier), into: earlier })
      return repeated ?? this.#added(row, this.#people.likeliest(row))
    }
    const client = standing?.client ?? this.#people.likeliest(row)
    return client ? this.#verdictBeside(row, client, Boolean(standing?.client)) : this.#added(row)
  }

  /** Null where it is said to be another person. `as`: whom the row further up makes or completes, `into`: by what. */
  #repeated(
    row: NewRow,
    { of, as, into }: { of: number; as: KnownClient; into: NewRow | FilledRow },
  ): Verdict<Brought> | null {
    const { today, choices } = this.#against
    const clashes = this.#people.clashesOf(row).map(({ field }) => field)
    const isFree = !clashes.includes('card_number')
    const { apart, ...addition } = joinable(additionOf(row, as, { isFree, today }), into, today)
    const { adds, keeps, fields } = addition
    const isNumbered = 'into' in into || into.id_zkteco !== null
    const pin = isNumbered || clashes.includes('id_zkteco') ? null : row.id_zkteco
    const more = pin === null ? adds : [`${clientColumns.id_zkteco} ${pin}`, ...adds]
    const choice = choices?.rows[row.row] ?? (more.length > 0 ? (choices?.kinds.repeated ?? 'complete') : 'skip')
    if (choice === 'add' || more.length > 0)
      this.similar.push({
        row: row.row,
        name: row.name,
        kind: 'repeated',
        client: null,
        repeats: of,
        by: likenessOf(row, as),
        adds: more,
        keeps,
        choice,
      })
    if (choice === 'add') return null
    this.repeats.add(row.row)
    const rest = apart === null ? '' : `. No sigue a lo de antes, y no se suma: ${apart}`
    if (choice === 'skip' || more.length === 0) return present(row, `Repite la fila ${of}${rest}`)
    join(into, addition, today)
    if ('into' in into) {
      if (fields.card_number) this.#people.giveCard(of, fields.card_number)
    } else {
      into.id_zkteco ??= pin
      this.#people.addTo(into)
    }
    return present(row, `Se suma a la fila ${of}${rest}`)
  }

  /** Somebody new. What is the number or card of somebody who is a client, they do without where it is said who they are. */
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

  #verdictBeside(row: NewRow, client: KnownClient, isSame: boolean): Verdict<Brought> {
    const clashes = this.#people.clashesOf(row)
    const isFree = !clashes.some(({ field }) => field === 'card_number')
    const addition = additionOf(row, client, { isFree, today: this.#against.today })
    const named = isNamed(row, client)
    const by = likenessOf(row, client)
    // As it was said before, or as name and birthday say.
    const isKnown = isSame || (named && (foldName(row.name) !== foldName(client.name) || by.includes('birth_date')))
    if (isKnown && addition.adds.length === 0) return present(row, 'Ya es cliente')
    const before = this.#filled.get(client.id)
    if (isKnown && before && areSame(row, before.by)) {
      const [of, as, into] = [before.by.row, asFilled(client, before.made), before.made]
      return this.#repeated(row, { of, as, into }) ?? this.#added(row, client)
    }
    const kind: SimilarRow['kind'] = named ? 'named' : 'other'
    const likely = isKnown || clashes.length > 0 ? 'skip' : 'add'
    const { rows, kinds } = this.#against.choices ?? { rows: {}, kinds: {} }
    const said: RowChoice = rows[row.row] ?? kinds[kind] ?? likely
    // Whom one row completed, another that says otherwise is not.
    const choice = said === 'complete' && before ? 'add' : said
    const { id, name, id_zkteco } = client
    const { adds, keeps } = addition
    const seems = { kind, client: { id, name, id_zkteco }, repeats: null }
    this.similar.push({ row: row.row, name: row.name, ...seems, by, adds, keeps, choice })
    if (choice === 'add') return this.#added(row, client)
    if (choice === 'skip') {
      if (clashes.length === 0) return present(row, named ? 'Ya es cliente' : `Parece ser ${name}`)
      return { reasons: clashes.map(({ field, told }) => `${clientColumns[field]}: ${told}`) }
    }
    if (adds.length === 0) return present(row, `Es ${name}, y su ficha lo tiene todo`)
    return this.#filledBy(row, client, addition)
  }

  #filledBy(filling: NewRow, client: KnownClient, { fields, period }: ReturnType<typeof additionOf>) {
    const { row, name } = filling
    const { id, version, paid_until } = client
    const made: FilledRow = { row, name, into: { id, name: client.name, version, paid_until }, fields, period }
    this.#filled.set(client.id, { by: filling, made })
    if (fields.card_number) this.#people.giveCard(row, fields.card_number)
    return { made }
  }
}

const placesOf = (ready: readonly Brought[], doubtful: boolean): Told[] =>
  ready
    .filter(isNew)
    .flatMap(({ row, name, enrolled }) =>
      enrolled?.doubtful === doubtful ? [{ row, name, reasons: [enrolled.place] }] : [],
    )

export function clientJudgement(against: Against): Judgement<ClientColumn, Brought, Summary> {
  const all = new ClientRows(against)
  const named = against.clients.map(({ name }) => name)
  return {
    ownFields: ['phone_number', 'email', 'birth_date', 'card_number'],
    verdictOf: (at, said) => {
      const { row, reasons } = readRow(at, said, against)
      const verdict = row ? all.verdictOf(row) : { reasons }
      if (!all.repeats.has(at)) named.push(nameOf(said))
      return verdict
    },
    afterwards: (ready) => [
      ...linkToTerminals(ready.filter(isNew), against.strangers, named),
      ...ready.filter(isFilled),
    ],
    summaryOf: (ready) => ({
      filled: ready.filter(isFilled).length,
      similar: {
        named: all.similar.filter(({ kind }) => kind === 'named').length,
        other: all.similar.filter(({ kind }) => kind === 'other').length,
        repeated: all.similar.filter(({ kind }) => kind === 'repeated').length,
        first: [
          ...all.similar.filter(({ kind }) => kind !== 'repeated').slice(0, similarTold),
          ...all.similar.filter(({ kind }) => kind === 'repeated').slice(0, repeatedTold),
        ],
      },
      members: ready.filter(({ period }) => period !== null).length,
      enrolled: toldRows(placesOf(ready, false)),
      doubtful: toldRows(placesOf(ready, true)),
      strangers: leftOf(ready.filter(isNew), against.strangers),
    }),
  }
}
