// What the history says of a change, in words that a person reads.
import { isDay, showDay, showInstant } from '@torniquete/contract/dates.ts'
import type { HistoryEntity, HistoryEntry } from '@torniquete/contract/history.ts'
import { fieldWords, objectWords } from '@torniquete/contract/history-words.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { roleLabels, roleNames } from '@torniquete/contract/roles.ts'
import { readSocialLinks } from '@torniquete/contract/shapes.ts'
import { showLinks } from '../../kit/link-rows.ts'

/** `words`, then `from` and `to` where there is something to show: 'cambió el teléfono' de … a … */
export interface Told {
  /** The column, or the action that has none. */
  field: string
  words: string
  from?: string
  to?: string
}

export interface ToldEntry {
  who: string
  told: Told[]
  /** What a new row began with: a label and a value. */
  first: { field: string; label: string; value: string }[]
}

export const unknownField = 'Nombre inválido de campo'

/** What happens at the door by itself: without a user, all else is of whoever runs the platform. */
const isOfTheDoor = ({ entity, action }: HistoryEntry) =>
  entity === 'attendances' || (action === 'update' && (entity === 'clients' || entity === 'devices'))

const wordsOf = (field: string) => fieldWords[field] ?? { article: '', noun: `«${unknownField}»` }
const named = (field: string) => {
  const { article, noun } = wordsOf(field)
  return article ? `${article} ${noun}` : noun
}
const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

// The ids of roles are fixed, in this order.
const roleOf = (id: unknown) => roleLabels[roleNames[Number(id) - 1] ?? 'gym_worker']

/** A stored value as screens write it; '' is none. */
export function showValue(field: string, value: unknown, zone: string): string {
  if (isNothing(value)) return ''
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  const text =
    typeof value === 'object' ? (Array.isArray(value) ? value.join(', ') : JSON.stringify(value)) : `${value}`
  switch (wordsOf(field).kind) {
    case 'money':
      return showMoney(text)
    case 'day':
      return isDay(text) ? showDay(text) : text
    case 'instant':
      return Number.isNaN(Date.parse(text)) ? text : showInstant(zone, text)
    case 'role':
      return roleOf(value)
    case 'links':
      return showLinks(readSocialLinks(text)) || text
    default:
      return text
  }
}

const hides = (field: string) => ['picture', 'part', 'secret'].includes(wordsOf(field).kind ?? '')

type Change = HistoryEntry['changes'][number]

function tellChange({ field, before, after }: Change, entity: HistoryEntity, zone: string): Told {
  const [from, to] = [showValue(field, before, zone), showValue(field, after, zone)]
  const verb = !to ? 'quitó' : !from ? 'puso' : 'cambió'
  const where = entity === 'gym_show_info' ? ' en la factura' : ''
  const words = `${verb} ${named(field)}${where}`
  return hides(field) ? { field, words } : { field, words, ...(from && { from }), ...(to && { to }) }
}

/** What stands for another field, or for what the entry's action says already. */
const isTold = (field: string) => field === 'deleted_at' || wordsOf(field).kind === 'part'

function labelOf(field: string): string {
  const noun = (fieldWords[field]?.noun ?? unknownField).replace(/[«»]/g, '')
  return noun.charAt(0).toLocaleUpperCase('es') + noun.slice(1)
}

/** What every new row begins with says nothing of this one. */
const isUsual = ({ field, after }: Change) =>
  field === 'created_at' || (after === false && ['is_anonymous', 'door_blocked', 'door_removed'].includes(field))

// As the table has them: names before numbers, numbers before dates.
const order = Object.keys(fieldWords)
const inOrder = (one: Change, other: Change) => order.indexOf(one.field) - order.indexOf(other.field)

/** Who did what. `zone` is the gym's. */
export function tellEntry(entry: HistoryEntry, zone: string): ToldEntry {
  const { entity, action, user } = entry
  const who = user?.name ?? (isOfTheDoor(entry) ? 'La puerta' : 'La plataforma')
  const changes = entry.changes.filter(({ field }) => !isTold(field)).sort(inOrder)
  const object = objectWords[entity]
  if (action === 'create') {
    const shown = changes.filter((change) => !hides(change.field) && !isNothing(change.after) && !isUsual(change))
    const first = shown.map(({ field, after }) => ({
      field,
      label: labelOf(field),
      value: showValue(field, after, zone),
    }))
    return { who, told: [{ field: action, words: `registró ${object}` }], first }
  }
  const verb = action === 'delete' ? 'eliminó' : 'restauró'
  const deed: Told[] = action === 'update' ? [] : [{ field: action, words: `${verb} ${object}` }]
  // A row that is gone for good is told with all that it held, which says no more.
  const edits = changes.filter(({ after }) => action !== 'delete' || !isNothing(after))
  const told = [...deed, ...edits.map((change) => tellChange(change, entity, zone))]
  return { who, told: told.length > 0 ? told : [{ field: action, words: `cambió ${object}` }], first: [] }
}

/** A sentence as plain text. */
export const textOf = ({ words, from, to }: Told): string =>
  from !== undefined && to !== undefined ? `${words} de ${from} a ${to}` : [words, from ?? to].filter(Boolean).join(' ')
