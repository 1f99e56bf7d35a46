// Validates a row: a client to create, a known one, or rejected with reasons. Pure: no queries.
import {
  type ClientColumn,
  type ClientImportAnswer,
  clientColumns,
} from '@torniquete/contract/members/client-import.ts'
import { NewClient } from '@torniquete/contract/members/clients.ts'
import { importedPlanName, isAnonymousName } from '@torniquete/contract/members/memberships.ts'
import { addDays, addYears, showDay } from '@torniquete/contract/shared/dates.ts'
import { errorText } from '@torniquete/contract/shared/errors.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import { daysThrough, isShortened, readPin, shortenedText } from '../../../platform/file-import/cells.ts'
import type { Judgement, Said } from '../../../platform/file-import/judged.ts'
import { Refusals } from '../../../platform/file-import/refusals.ts'
import { readMails, readPhones } from './contacts.ts'
import { Duplicates } from './duplicates.ts'
import { linkToTerminals } from './enrolled.ts'
import type { Against, NewRow, Period } from './rows.ts'

const longest = 36_500

type ClientSaid = Said<ClientColumn>

/** Paid days; null without an expiry, or with an error that was reported. */
function periodOf(said: ClientSaid, { today, plans }: Against, told: Refusals<ClientColumn>): Period | null {
  const read = (field: 'start_date' | 'expires', horizon: string) => {
    if (said.text(field) === '') return null
    const { value, error } = said.day(field, { horizon })
    return value ?? told.add(field, error ?? '')
  }
  // Limits for years of two digits: memberships begin within two years and end within fifty.
  const [start, expires] = [read('start_date', addYears(today, 2)), read('expires', addYears(today, 50))]
  const named = foldName(said.text('plan'))
  const plan = plans.find(({ name }) => foldName(name) === named) ?? null
  if (expires === null) {
    if (!plan || start === null || told.reasons.length > 0) return null
    return { plan, start_date: start, duration_days: plan.duration_days }
  }
  if (start !== null && start > expires) return told.add('expires', `Es antes del inicio, ${showDay(start)}`)
  // Without a start only the expiry counts.
  const start_date = start ?? (expires < today ? expires : today)
  const duration_days = daysThrough(start_date, expires)
  if (duration_days > longest) return told.add('expires', `Debe ser antes del ${showDay(addDays(start_date, longest))}`)
  return { plan, start_date, duration_days }
}

const names = ['name', 'middle_name', 'last_name', 'second_last_name'] as const

/** `8095550101.0`, written by programs that read the number as a decimal. */
const wholeText = (text: string) => text.replace(/^(\d{6,})\.0$/, '$1')

const nameOf = ({ text }: ClientSaid): string =>
  names
    .map(text)
    .filter((part) => part !== '')
    .join(' ')

const longestNotes = 255

/** Notes with the rest of the phone and mail cells, and what is reported about that. */
function readContacts(said: ClientSaid, country: string) {
  const phone = readPhones(wholeText(said.text('phone_number')), country)
  const mail = readMails(said.text('email'))
  const adjusted: string[] = []
  let notes = said.text('notes')
  for (const [field, { value, rest }] of [
    ['phone_number', phone],
    ['email', mail],
  ] as const) {
    if (rest === '') continue
    const longer = [notes, `${clientColumns[field]}: ${rest}`].filter((part) => part !== '').join('. ')
    const fits = longer.length <= longestNotes
    if (fits) notes = longer
    adjusted.push(`${clientColumns[field]}: ${value}. «${rest}» ${fits ? 'pasa a las notas' : 'no cabe en las notas'}`)
  }
  return { phone_number: phone.value, email: mail.value, notes, adjusted }
}

interface ReadRow {
  row: NewRow | null
  reasons: string[]
  adjusted: string[]
}

function readRow(at: number, said: ClientSaid, against: Against): ReadRow {
  const told = new Refusals(clientColumns)
  const text = (field: ClientColumn) => said.text(field) || null
  const name = nameOf(said)
  const birth = text('birth_date') ? said.day('birth_date', { latest: against.today, birth: true }) : null
  const pin = text('id_zkteco') ? readPin(said.text('id_zkteco')) : null
  for (const field of ['phone_number', 'card_number'] as const)
    if (isShortened(said.text(field))) told.add(field, shortenedText)
  if (birth?.error) told.add('birth_date', birth.error)
  if (pin?.error) told.add('id_zkteco', pin.error)
  const { adjusted, ...contacts } = readContacts(said, against.country)
  const parsed = NewClient.safeParse({
    name,
    ...contacts,
    card_number: wholeText(said.text('card_number')),
    address: text('address'),
  })
  for (const issue of parsed.error?.issues ?? []) told.add(issue.path[0] as ClientColumn, issue.message) // its own fields
  if (isAnonymousName(name)) told.add('name', errorText('client.anonymous-name'))
  const period = periodOf(said, against, told)
  if (!parsed.success || told.reasons.length > 0) return { row: null, reasons: told.reasons, adjusted }
  const { phone_number = null, email = null, card_number = null, address = null, notes = null } = parsed.data
  const known = { phone_number, email, card_number, address, notes, birth_date: birth?.value ?? null }
  return {
    row: {
      row: at,
      name: parsed.data.name,
      id_zkteco: pin?.value ?? null,
      ...known,
      period,
    },
    reasons: [],
    adjusted,
  }
}

const plansTold = 20

export type Summary = Pick<ClientImportAnswer, 'members' | 'enrolled' | 'unplanned'>

/** Plans that the gym does not have; their rows get the plan of imported clients. */
class UnknownPlans {
  readonly #known: ReadonlySet<string>
  /** Spelled as first written. */
  readonly #named = new Map<string, { name: string; rows: number }>()
  constructor(plans: Against['plans']) {
    this.#known = new Set([...plans.map(({ name }) => name), importedPlanName].map(foldName))
  }
  add(name: string): void {
    const key = foldName(name)
    if (key === '' || this.#known.has(key)) return
    const named = this.#named.get(key) ?? { name: name.slice(0, 80), rows: 0 }
    this.#named.set(key, { ...named, rows: named.rows + 1 })
  }
  told(): NonNullable<ClientImportAnswer['unplanned']> {
    const all = [...this.#named.values()].sort((one, other) => other.rows - one.rows)
    return { count: all.length, first: all.slice(0, plansTold) }
  }
}

export function clientJudgement(against: Against): Judgement<ClientColumn, NewRow, Summary> {
  const duplicates = new Duplicates(against)
  const unplanned = new UnknownPlans(against.plans)
  let enrolled = 0
  return {
    nameOf,
    ownFields: ['phone_number', 'email', 'birth_date', 'card_number'],
    verdictOf: (at, said) => {
      const { row, reasons, adjusted } = readRow(at, said, against)
      if (!row) return { reasons }
      const verdict = duplicates.verdictOf(row)
      if ('made' in verdict) {
        verdict.adjusted = [...adjusted, ...(verdict.adjusted ?? [])]
        if (verdict.made.period) unplanned.add(said.text('plan'))
      }
      return verdict
    },
    afterwards: (ready) => {
      const linked = linkToTerminals(
        ready,
        against.unknownUsers,
        against.clients.map(({ name }) => name),
      )
      enrolled = linked.filter((row, at) => row !== ready[at]).length
      return linked
    },
    summaryOf: (ready) => ({
      enrolled,
      unplanned: unplanned.told(),
      members: ready.filter(({ period }) => period !== null).length,
    }),
  }
}
