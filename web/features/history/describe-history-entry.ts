import { type HistoryField, type HistoryTableTexts, historyTableTexts } from '@torniquete/contract/history-texts.ts'
import type { HistoryEntry, HistoryTableName } from '@torniquete/contract/reports/history.ts'
import { formatDate, formatInstant, formatYearCount, isCalendarDay } from '@torniquete/contract/shared/dates.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { roleLabels, roleNames } from '@torniquete/contract/shared/roles.ts'
import { parseSocialLinks } from '@torniquete/contract/shared/schemas.ts'
import { formatSocialLinks } from '../contacts/link-rows.ts'

/** Text of one change: `words`, followed by `from` and `to` if present: 'cambió el teléfono' de … a … */
export interface HistoryChangeText {
  field: string
  words: string
  from?: string
  to?: string
}

interface EntryText {
  who: string
  told: HistoryChangeText[]
  first: { field: string; label: string; value: string }[]
}

const unknownField = 'Nombre inválido de campo'

/** True if a door event caused the entry. Other entries without a user come from the platform's operator. */
const isOfTheDoor = ({ entity, action }: HistoryEntry) =>
  entity === 'attendances' || (action === 'update' && (entity === 'clients' || entity === 'devices'))

/** Words for a table that only a newer server records. */
const unknownTable: HistoryTableTexts = { object: 'algo que esta versión de la página no conoce', fields: {} }
const tableOf = (entity: HistoryTableName): HistoryTableTexts =>
  Object.hasOwn(historyTableTexts, entity) ? historyTableTexts[entity] : unknownTable

const unknownWords: HistoryField = { name: `«${unknownField}»` }
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

// Role ids start at 1 and follow the order of `roleNames`.
const roleOf = (id: unknown) => roleLabels[roleNames[Number(id) - 1] ?? 'gym_worker']

function showValue({ kind }: HistoryField, value: unknown, zone: string): string {
  if (isNothing(value)) return ''
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  const text =
    typeof value === 'object' ? (Array.isArray(value) ? value.join(', ') : JSON.stringify(value)) : `${value}`
  switch (kind) {
    case 'money':
      return formatMoney(text)
    case 'day':
      return isCalendarDay(text) ? formatDate(text) : text
    case 'instant':
    case 'restored':
      return Number.isNaN(Date.parse(text)) ? text : formatInstant(zone, text)
    case 'years':
      return formatYearCount(Number(value))
    case 'role':
      return roleOf(value)
    case 'links':
      return formatSocialLinks(parseSocialLinks(text)) || text
    default:
      return text
  }
}

type Change = HistoryEntry['changes'][number] & { words: HistoryField }

const hides = ({ words }: Change) => ['picture', 'part', 'secret'].includes(words.kind ?? '')

function describeChange(change: Change, entity: HistoryTableName, zone: string): HistoryChangeText {
  const { field, words } = change
  const [from, to] = [showValue(words, change.before, zone), showValue(words, change.after, zone)]
  if (words.kind === 'restored' || words.kind === 'told') return { field, words: words.name, to }
  const verb = !to ? 'quitó' : !from ? 'puso' : 'cambió'
  const where = entity === 'gym_show_info' ? ' en la factura' : ''
  const told = { field, words: `${verb} ${words.name}${where}` }
  return hides(change) ? told : { ...told, ...(from && { from }), ...(to && { to }) }
}

/** True for fields that repeat another field or the entry's action, so they are not listed. */
const isTold = ({ field, words }: Change) => field === 'deleted_at' || words.kind === 'part'

function labelOf({ name }: HistoryField): string {
  const word = name.replace(/^(el|la|los|las) |[«»]/g, '')
  return word.charAt(0).toLocaleUpperCase('es') + word.slice(1)
}

/** True for initial values that are the default, so they are not listed. */
const isUsual = ({ field, after }: Change) =>
  field === 'created_at' || (after === false && ['is_anonymous', 'door_blocked', 'door_removed'].includes(field))

/** Labelled changes in the order of the table's labels; changes without a label come last. */
function wordedChanges({ entity, changes }: HistoryEntry): Change[] {
  const { fields } = tableOf(entity)
  const order = Object.keys(fields)
  const placeOf = ({ field }: Change) => (field in fields ? order.indexOf(field) : order.length)
  return changes
    .map((change) => ({ ...change, words: fields[change.field] ?? unknownWords }))
    .filter((change) => !isTold(change))
    .sort((one, other) => placeOf(one) - placeOf(other))
}

export function describeHistoryEntry(entry: HistoryEntry, zone: string): EntryText {
  const { entity, action, user } = entry
  const who = user?.name ?? (isOfTheDoor(entry) ? 'La puerta' : 'La plataforma')
  const changes = wordedChanges(entry)
  const { object } = tableOf(entity)
  if (action === 'create') {
    const shown = changes.filter((change) => !hides(change) && !isNothing(change.after) && !isUsual(change))
    const first = shown.map(({ field, words, after }) => ({
      field,
      label: labelOf(words),
      value: showValue(words, after, zone),
    }))
    return { who, told: [{ field: action, words: `registró ${object}` }], first }
  }
  const verb = action === 'delete' ? 'eliminó' : 'restauró'
  const act: HistoryChangeText[] = action === 'update' ? [] : [{ field: action, words: `${verb} ${object}` }]
  // A permanent deletion also records the former values, which are not listed.
  const edits = changes.filter(({ after }) => action !== 'delete' || !isNothing(after))
  const told = [...act, ...edits.map((change) => describeChange(change, entity, zone))]
  return { who, told: told.length > 0 ? told : [{ field: action, words: `cambió ${object}` }], first: [] }
}

export const formatHistoryChange = ({ words, from, to }: HistoryChangeText): string =>
  from !== undefined && to !== undefined ? `${words} de ${from} a ${to}` : [words, from ?? to].filter(Boolean).join(' ')
