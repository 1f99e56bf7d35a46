import { parseTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import {
  type ClientColumn,
  type ClientImportAnswer,
  clientColumns,
} from '@torniquete/contract/members/client-import.ts'
import { NewClient } from '@torniquete/contract/members/clients.ts'
import { importedPlanName, isAnonymousName } from '@torniquete/contract/members/memberships.ts'
import { addDays, addYears, formatDate } from '@torniquete/contract/shared/dates.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { findUsablePhone } from '../../../messaging/messengers/phone-numbers.ts'
import { makeImportRowReports } from '../../../platform/file-import/file-imports.ts'
import {
  abbreviatedNumberErrorText,
  countDays,
  isExponential,
  parsePin,
} from '../../../platform/file-import/parse-cells.ts'
import { RowRefusals } from '../../../platform/file-import/row-refusals.ts'
import type { RowFieldReader, RowResult, RowRules } from '../../../platform/file-import/validate-rows.ts'
import type { ExistingGymData, ImportedMembershipPeriod, NewClientRow } from './client-row-types.ts'
import { DuplicateFinder } from './duplicate-finder.ts'
import { assignUnknownUserPins, listRowsOnTerminals } from './link-to-terminals.ts'

// Validates client rows. Of several phones or mails in a cell the first is used, and the others are added to the notes.

export interface ParsedContact {
  /** Phone or mail; null if the cell says that the person has none. */
  value: string | null
  rest: string
}

const minPhoneDigits = 7
/** Maximum digits of a phone number with its country code. */
const maxPhoneDigits = 15
const noContactPattern =
  /^(?:no|ningun[oa]?|sin|desconocid[oa]|se desconoce|pendiente|n\/?[ad])(?:$|\s*(?:tiene|hay|posee|aplica|usa|dio|sabe|cel|tel|correo|mail|e-?mail|n[uú]mero|datos)\b.*)$/i
const contactSeparator = /\s*(?:[,;/|\n]|:::|\s-\s|\s(?:y|o|e|u)\s)\s*/i
/** Patterns examine at most this many characters, since their time grows with the square of the length. */
const maxExaminedLength = 160
/** Labels beside a phone number that say nothing about the person: `Cel.`, `WhatsApp`. */
const phoneLabels =
  /^(?:(?:cel(?:ular)?|tel(?:[eé]fono)?|m[oó]vil|whats ?app|wsp|wpp|ws|casa|phone|mobile|tlf|n[uú]mero|no|n[º°])[\s.:]*)*$/i
const phonePattern = /\+?\(?\d[\d\s().-]*\d/g

const countDigits = (text: string) => text.replace(/\D/g, '').length

/** Splits two phones at the blank that makes them most alike: `8095550102 8295550102` → both. */
function splitTwo(text: string): string[] {
  if (countDigits(text) <= maxPhoneDigits) return [text]
  const blanks = [...text.matchAll(/[\s-]+/g)].map(({ index }) => [text.slice(0, index), text.slice(index)] as const)
  const fair = blanks.filter((parts) => parts.every((part) => countDigits(part) >= minPhoneDigits))
  const uneven = ([one, other]: readonly [string, string]) => Math.abs(countDigits(one) - countDigits(other))
  const [best] = fair.sort((one, other) => uneven(one) - uneven(other))
  return best ? best.map((part) => part.replace(/^[\s-]+|[\s-]+$/g, '')) : [text]
}

const trimSigns = (text: string): string => text.replace(/^(?:[\s,;:/|-]|[yoeu]\s)+|(?:[\s,;:/|-]|\s[yoeu])+$/gi, '')

/** Reads the first usable phone of `809-555-0101 / 829-555-0102`, and the text left. A single one stays as written. */
export function parseFirstPhone(whole: string, country: string): ParsedContact {
  const text = whole.slice(0, maxExaminedLength)
  if (noContactPattern.test(text) && countDigits(text) < minPhoneDigits) return { value: null, rest: '' }
  const parts = text
    .split(contactSeparator)
    .flatMap((part) => [...part.matchAll(phonePattern)].flatMap(([found]) => splitTwo(found)))
  const numbers = parts.filter((part) => countDigits(part) >= minPhoneDigits)
  const value = numbers.find((each) => findUsablePhone(each, country)) ?? numbers[0]
  if (!value || value === text) return { value: whole, rest: '' }
  const rest = trimSigns(text.replace(value, ' ').replace(/\s+/g, ' ')) + whole.slice(maxExaminedLength)
  return { value, rest: phoneLabels.test(rest) ? '' : rest }
}

/** Reads the first mail of a cell such as `Ana Mota <ana@ejemplo.do>` or `mailto:ana@ejemplo.do`, and the text left. */
export function parseFirstMail(whole: string): ParsedContact {
  const text = whole.slice(0, 2 * maxExaminedLength)
  if (noContactPattern.test(text) && !text.includes('@')) return { value: null, rest: '' }
  const mails = [...new Set(text.match(/[^\s<>"(),;:/|[\]]+@[^\s<>"(),;:/|[\]]+/g) ?? [])]
  const [value, ...others] = mails
  return value ? { value: value.replace(/\.$/, ''), rest: others.join(', ') } : { value: whole, rest: '' }
}

const longest = 36_500

type ClientValues = RowFieldReader<ClientColumn>

/** Reads the paid period of a row. Null if the row states no expiry, or one with a reported error. */
function readPeriod(
  said: ClientValues,
  { today, plans }: ExistingGymData,
  told: RowRefusals<ClientColumn>,
): ImportedMembershipPeriod | null {
  const read = (field: 'start_date' | 'expires', horizon: string) => {
    if (said.text(field) === '') return null
    const { value, error } = said.day(field, { horizon })
    return value ?? told.add(field, error ?? '')
  }
  // Latest dates for years of two digits: memberships begin within two years and end within fifty.
  const [start, expires] = [read('start_date', addYears(today, 2)), read('expires', addYears(today, 50))]
  const planName = said.text('plan')
  const plan = plans.find(({ name }) => foldCaseAndAccents(name) === foldCaseAndAccents(planName)) ?? null
  if (expires === null) {
    if (!plan || start === null || told.reasons.length > 0) return null
    return { plan, planName, start_date: start, duration_days: plan.duration_days }
  }
  if (start !== null && start > expires) return told.add('expires', `Es antes del inicio, ${formatDate(start)}`)
  // Without a start the period begins today, or is the day of the expiry if that day is past.
  const start_date = start ?? (expires < today ? expires : today)
  const duration_days = countDays(start_date, expires)
  if (duration_days > longest)
    return told.add('expires', `Debe ser antes del ${formatDate(addDays(start_date, longest))}`)
  return { plan, planName, start_date, duration_days }
}

const names = ['name', 'middle_name', 'last_name', 'second_last_name'] as const

/** Removes `.0` from `8095550101.0`, written by programs that read the number as a decimal. */
const removeDecimalZero = (text: string) => text.replace(/^(\d{6,})\.0$/, '$1')

const formatName = ({ text }: ClientValues): string =>
  names
    .map(text)
    .filter((part) => part !== '')
    .join(' ')

const longestNotes = 255

function readContacts(said: ClientValues, country: string) {
  const phone = parseFirstPhone(removeDecimalZero(said.text('phone_number')), country)
  const mail = parseFirstMail(said.text('email'))
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

/**
 * Reads an RNC or cédula, also if a spreadsheet dropped the leading zeros of a cédula. Other documents, such as
 * passports, are not imported.
 */
function readTaxId(text: string): { value: string | null; remark: string | null } {
  if (text === '') return { value: null, remark: null }
  const asTyped = parseTaxId(text)
  const digits = text.replace(/[\s-]/g, '')
  const cedula = /^[1-9]\d{8,9}$/.test(digits) ? parseTaxId(digits.padStart(11, '0')) : null
  const found = asTyped?.hasValidCheckDigit || !cedula?.hasValidCheckDigit ? asTyped : cedula
  if (!found) return { value: null, remark: `dice ${text.slice(0, 40)}, y no se importa` }
  return { value: found.digits, remark: found.hasValidCheckDigit ? null : `${text}. El dígito verificador no coincide` }
}

function readRow(
  at: number,
  said: ClientValues,
  against: ExistingGymData,
): { row: NewClientRow | null; reasons: string[]; adjusted: string[] } {
  const told = new RowRefusals(clientColumns)
  const text = (field: ClientColumn) => said.text(field) || null
  const name = formatName(said)
  const birth = text('birth_date') ? said.day('birth_date', { latest: against.today, birth: true }) : null
  const pin = text('id_zkteco') ? parsePin(said.text('id_zkteco')) : null
  for (const field of ['phone_number', 'card_number'] as const)
    if (isExponential(said.text(field))) told.add(field, abbreviatedNumberErrorText)
  if (birth?.error) told.add('birth_date', birth.error)
  if (pin?.error) told.add('id_zkteco', pin.error)
  const { adjusted, ...contacts } = readContacts(said, against.country)
  const taxId = readTaxId(removeDecimalZero(said.text('tax_id')))
  if (taxId.remark) adjusted.push(`${clientColumns.tax_id}: ${taxId.remark}`)
  const parsed = NewClient.safeParse({
    name,
    ...contacts,
    card_number: removeDecimalZero(said.text('card_number')),
    address: text('address'),
    tax_id: taxId.value,
    legal_name: text('legal_name'),
  })
  for (const issue of parsed.error?.issues ?? []) told.add(issue.path[0] as ClientColumn, issue.message) // issues name only fields of this row
  if (isAnonymousName(name)) told.add('name', formatError('client.anonymous-name'))
  const period = readPeriod(said, against, told)
  if (!parsed.success || told.reasons.length > 0) return { row: null, reasons: told.reasons, adjusted }
  const { phone_number = null, email = null, card_number = null, address = null, notes = null } = parsed.data
  const { tax_id = null, legal_name = null } = parsed.data
  const birth_date = birth?.value ?? null
  const known = { phone_number, email, card_number, address, tax_id, legal_name, notes, birth_date }
  return {
    row: {
      row: at,
      name: parsed.data.name,
      id_zkteco: pin?.value ?? null,
      ...known,
      periods: period ? [period] : [],
      isLinked: false,
    },
    reasons: [],
    adjusted,
  }
}

const maxReportedPlans = 20

export type ClientImportSummary = Pick<ClientImportAnswer, 'members' | 'enrolled' | 'doubtful' | 'unplanned'>

/** Names of plans that the gym does not have, as first written; their rows get the plan of imported clients. */
function listUnknownPlans(ready: readonly NewClientRow[]): ClientImportAnswer['unplanned'] {
  const named = new Map<string, { name: string; rows: number }>()
  for (const { planName: name } of ready.flatMap(({ periods }) => periods.filter(({ plan }) => plan === null))) {
    const key = foldCaseAndAccents(name)
    if (key === '' || key === foldCaseAndAccents(importedPlanName)) continue
    const known = named.get(key) ?? { name: name.slice(0, 80), rows: 0 }
    named.set(key, { ...known, rows: known.rows + 1 })
  }
  const all = [...named.values()].sort((one, other) => other.rows - one.rows)
  return { count: all.length, first: all.slice(0, maxReportedPlans) }
}

export function makeClientRowRules(
  against: ExistingGymData,
): RowRules<ClientColumn, NewClientRow, ClientImportSummary> {
  const duplicates = new DuplicateFinder(against)
  const { clients, staff, unknownUsers } = against
  const names = [
    ...clients.flatMap(({ name, former }) => [name, ...former.map((each) => each.name)]),
    ...staff.values(),
  ]
  return {
    getName: formatName,
    fieldsEmptyInTotals: ['phone_number', 'email', 'birth_date', 'card_number'],
    checkRow: (at, said) => {
      const { row, reasons, adjusted } = readRow(at, said, against)
      const result: RowResult<NewClientRow> = row ? duplicates.classify(row) : { reasons }
      if (!('present' in result)) names.push(formatName(said))
      return 'row' in result ? { ...result, adjusted: [...adjusted, ...(result.adjusted ?? [])] } : result
    },
    finishRows: (ready) => assignUnknownUserPins(ready, unknownUsers, names),
    summarize: (ready) => {
      const { enrolled, doubtful } = listRowsOnTerminals(ready, unknownUsers)
      return {
        unplanned: listUnknownPlans(ready),
        members: ready.filter(({ periods }) => periods.length > 0).length,
        enrolled: makeImportRowReports(enrolled),
        doubtful: makeImportRowReports(doubtful),
      }
    },
  }
}
