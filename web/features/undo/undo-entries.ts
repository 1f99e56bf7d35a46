import { callDefinitions } from '@torniquete/contract/call-definitions.ts'
import { type DocumentKind, documentTypes, findDocumentType } from '@torniquete/contract/document-types.ts'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { getCallAreaName } from '@torniquete/contract/shared/endpoint.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import type { Ticket } from '@torniquete/contract/till/tickets.ts'
import { makeIdempotencyKey, toETaggedAnswer } from '../../api/call.ts'
import { parseStoredJson, storeJson } from '../../api/local-storage-entries.ts'
import { now } from '../../api/server-clock.ts'
import type { FinishedAction, SentCall } from '../../forms/undo.ts'

interface Inverse {
  call: EndpointName
  input: SentCall['input']
  /** Version of the row before the edit; undefined for other calls. */
  base?: string | null | undefined
  /** Document that the inverse call voids; other inverse calls have none. */
  document?: { kind: DocumentKind | 'collection'; id: number; number: number }
}

export interface UndoEntry extends Inverse {
  key: string
  title: string
  detail: string | null
  /** Time of the action in milliseconds since 1970, by the server's clock. */
  at: number
  /** True if the user's role may not undo the action. The entry is kept, so that no older action is undone instead. */
  denied?: true
  /** Reason generated at the first press of undo. It stays the same for retries, because one key requires one body. */
  reason?: string
}

const lasting = 5 * 60_000
/** Maximum number of entries; it is low because entries contain personal data. */
const most = 20

const isOver = ({ at }: UndoEntry): boolean => now().getTime() - at > lasting

const isCall = (name: string): name is EndpointName => Object.hasOwn(callDefinitions, name)

const numberIn = (result: unknown, field: 'id' | 'number' | 'attendance_id'): number | null => {
  const value = (result as Partial<Record<typeof field, unknown>> | null | undefined)?.[field]
  return typeof value === 'number' ? value : null
}

function nameIn(result: unknown): string | null {
  const { name, client_name } = (result ?? {}) as { name?: unknown; client_name?: unknown }
  return [name, client_name].find((each) => typeof each === 'string') ?? null
}

function voidOf(area: string, result: unknown): Inverse | null {
  const kind = area === 'collections' ? 'collection' : documentTypes.find((each) => each.area === area)?.kind
  const [call, id, number] = [`${area}.void`, numberIn(result, 'id'), numberIn(result, 'number')]
  if (!kind || !isCall(call) || id === null || number === null) return null
  return { call, input: { params: { id } }, document: { kind, id, number } }
}

/** Inverse of an edit: sets the former values, of a versioned row only if it still has the version after the edit. */
function formerOf({ call, input, answer }: SentCall, former: FinishedAction['former']): Inverse | null {
  const { tag } = toETaggedAnswer(answer)
  const fields = Object.keys(input.body ?? {})
  if (!former || fields.length === 0 || fields.some((field) => !(field in former))) return null
  const body = Object.fromEntries(Object.entries(former).filter(([field]) => fields.includes(field)))
  if (call === 'fiscal.edit-received') return { call, input: { params: input.params, body } }
  return tag === null ? null : { call, input: { params: input.params, body, ifMatch: tag }, base: input.ifMatch }
}

/** Door openings and restored attendances have no inverse. They may be sent with an attendance, which has one. */
const undoable = ({ call }: SentCall): boolean => call !== 'door.open' && call !== 'attendances.restore'

/** Inverse of a successful call; null if there is none. */
function inverseOf({ sent, former }: FinishedAction): Inverse | null {
  const [only, ...others] = sent.filter(undoable)
  if (!only || others.length > 0) return null
  const { call, input, answer } = only
  const area = getCallAreaName(call)
  const restore = `${area}.restore`
  if (call === 'notifications.mark') {
    const { is_read } = input.body as { is_read: boolean }
    return { call, input: { params: input.params, body: { is_read: !is_read } } }
  }
  if (call === 'attendances.create')
    return { call: 'attendances.undo', input: { params: { id: numberIn(answer, 'attendance_id') } } }
  if (call === 'attendances.undo') return { call: 'attendances.restore', input: { params: input.params } }
  if (call === 'inside.leave') return { call: 'inside.undo', input: { params: { id: numberIn(answer, 'id') } } }
  if (call === `${area}.delete` && isCall(restore)) return { call: restore, input: { params: input.params } }
  if (call === 'debts.collect') return voidOf('collections', answer)
  if (call === `${area}.create`) return voidOf(area, answer)
  return call === `${area}.update` || call === 'fiscal.edit-received' ? formerOf(only, former) : null
}

function ticketInverses({ answer }: SentCall): (Inverse | null)[] {
  const { payment, sale } = answer as Ticket
  return [voidOf('sales', sale), voidOf('payments', payment)]
}

/** Undo entries for a finished action, in the order to undo them; `denied` if the user's role may not undo it. */
export function makeUndoEntries(done: FinishedAction, may: (call: EndpointName) => boolean): UndoEntry[] {
  const first = done.sent[0]
  const inverses = first?.call === 'tickets.create' ? ticketInverses(first) : [inverseOf(done)]
  const { title, at } = done
  const detail = done.detail ?? nameIn(done.sent.at(-1)?.answer)
  const entries = inverses.flatMap((inverse) =>
    inverse ? [{ ...inverse, key: makeIdempotencyKey(), title, detail, at }] : [],
  )
  const allowed = entries.filter(({ call }) => may(call))
  return allowed.length > 0 ? allowed : entries.slice(-1).map((entry) => ({ ...entry, denied: true }))
}

/** Text for an action that the user may not undo: names the role that may. */
export function formatUndoDenial(entry: UndoEntry): string {
  const allowed = callDefinitions[entry.call].may
  const who = allowed.includes('gym_admin') ? 'un administrador' : 'el super administrador'
  return `${formatUndoEntry(entry)}. Pídelo a ${who}.`
}

/** Finds the entry of the other document if a ticket was sold: both have the same time and title. */
export const findOtherTicketEntry = (
  entries: readonly UndoEntry[],
  { key, at, title }: UndoEntry,
): UndoEntry | undefined => entries.findLast((each) => each.key !== key && each.at === at && each.title === title)

const ofWhom = (act: string, detail: string | null) => (detail ? `${act} de ${detail}` : act)

/** Name of the action to undo: `Venta · José · $ 30.00`, `Edición de Ana Brújula`. */
export function formatUndoEntry({ call, document, title, detail }: UndoEntry): string {
  if (call === 'attendances.undo') return ofWhom('Entrada', detail)
  if (call === 'attendances.restore') return ofWhom('Anulación de la entrada', detail)
  if (call.endsWith('.restore')) return ofWhom('Eliminación', detail)
  if (call.endsWith('.update')) return ofWhom('Edición', detail)
  const act =
    document?.kind === 'collection' ? 'Cobro' : ((document && findDocumentType(document.kind)?.title) ?? title)
  return detail?.startsWith(act) ? detail : [act, detail].filter(Boolean).join(' · ')
}

export function formatUndoReason({ at }: UndoEntry): string {
  const seconds = Math.max(1, Math.round((now().getTime() - at) / 1000))
  const after =
    seconds < 100 ? formatCountWithNoun(seconds, 'segundo', 'segundos') : `${Math.round(seconds / 60)} minutos`
  return `Deshecho al cabo de ${after}`
}

export const fillUndoReason = (entry: UndoEntry): UndoEntry =>
  entry.call === 'attendances.undo' ? { ...entry, reason: entry.reason ?? formatUndoReason(entry) } : entry

export const makeUndoInput = ({ input, reason }: UndoEntry): UndoEntry['input'] =>
  reason === undefined ? input : { ...input, body: { reason } }

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** True if the sent call already undid the entry. Never true for edits, which have a base version. */
const undoes = ({ call, input }: SentCall, { base, ...entry }: UndoEntry): boolean =>
  call === entry.call &&
  base === undefined &&
  same(input.params, entry.input.params) &&
  (entry.input.body === undefined || same(input.body, entry.input.body))

export const removeUndoneEntries = (entries: readonly UndoEntry[], sent: readonly SentCall[]): UndoEntry[] =>
  entries.filter((entry) => !sent.some((each) => undoes(each, entry)))

/** Removes an undone edit. An older edit of the same row can be undone next, based on the version in `result`. */
export function removeUndoneEdit(entries: readonly UndoEntry[], undone: UndoEntry, result: unknown): UndoEntry[] {
  const { tag } = toETaggedAnswer(result)
  const isBefore = ({ call, input }: UndoEntry) =>
    call === undone.call && same(input.params, undone.input.params) && input.ifMatch === undone.base
  return entries
    .filter(({ key }) => key !== undone.key)
    .map((entry) =>
      tag && undone.base && isBefore(entry) ? { ...entry, input: { ...entry.input, ifMatch: tag } } : entry,
    )
}

export const readUndoEntries = (name: string): UndoEntry[] =>
  parseStoredJson<UndoEntry[]>(sessionStorage.getItem(name), Array.isArray)?.filter((entry) => !isOver(entry)) ?? []

/** Stores the entries. If storage is full or forbidden, it returns false and no undo is offered. */
export const storeUndoEntries = (name: string, entries: readonly UndoEntry[]): boolean =>
  storeJson('sessionStorage', name, entries.slice(-most))
