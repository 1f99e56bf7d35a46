// Answers of DGII's web services. Names and forms differ between the services, and between description and practice.
import { z } from 'zod'
import type { CarrierMessage, TaxOfficeDecision } from './carrier.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const message = z.union([
  z.string().transform((valor): CarrierMessage => ({ code: '', text: valor })),
  z
    .object({ codigo: text.nullish(), valor: text.nullish() })
    .transform(({ codigo, valor }): CarrierMessage => ({ code: codigo ?? '', text: valor ?? '' })),
])
const messages = z
  .union([z.array(message), message.transform((single) => [single])])
  .nullish()
  .transform((list) => (list ?? []).filter((each) => each.text.trim() !== ''))

const Reply = z.object({
  trackId: z.string().nullish(),
  codigo: text.nullish(),
  estado: z.string().nullish(),
  nombre: z.string().nullish(),
  mensajes: messages,
  mensaje: messages,
  error: messages,
  secuenciaUtilizada: z.boolean().nullish(),
})

export interface DgiiReply {
  trackId: string | null
  /** 0 not found, 1 accepted, 2 rejected, 3 in process, 4 accepted with remarks; null if the answer has no state. */
  state: 0 | 1 | 2 | 3 | 4 | null
  messages: CarrierMessage[]
  isNumberUsed: boolean | null
}

const stateWords: [DgiiReply['state'], RegExp][] = [
  [0, /no encontrado/i],
  [4, /condicional/i],
  [1, /^acept|aprobada/i],
  [2, /rechazad/i],
  [3, /proceso/i],
]

/** Null if the value is no answer of DGII. */
export function parseDgiiReply(json: unknown): DgiiReply | null {
  const parsed = Reply.safeParse(json)
  if (!parsed.success) return null
  const { trackId, codigo, estado, nombre, mensajes, mensaje, error, secuenciaUtilizada } = parsed.data
  const word = estado ?? ''
  const [byWord = null] = stateWords.find(([, pattern]) => pattern.test(word)) ?? []
  // Codes of annulments, which alone have a `nombre`, are not documented.
  const byCode = !nombre && /^0?[0-4]$/.test(codigo ?? '') ? (Number(codigo) as DgiiReply['state']) : null
  return {
    trackId: trackId || null,
    state: byWord ?? byCode,
    messages: [...(nombre ? [{ code: '', text: nombre }] : []), ...mensajes, ...mensaje, ...error],
    isNumberUsed: secuenciaUtilizada ?? null,
  }
}

/** Null if the answer is no decision. */
export function toTaxOfficeDecision({ state, messages: list, isNumberUsed }: DgiiReply): TaxOfficeDecision | null {
  if (state === 1) return { kind: 'accepted', messages: list, isNumberUsed: true }
  if (state === 4) return { kind: 'remarks', messages: list, isNumberUsed: true }
  return state === 2 ? { kind: 'rejected', messages: list, isNumberUsed } : null
}

/**
 * Decision about an annulment or approval; null if the answer has none. An annulment with exceptions is rejected, because
 * some numbers are not annulled.
 */
export function readUploadDecision({ state, messages: list }: DgiiReply, status: number): TaxOfficeDecision | null {
  const matches = (pattern: RegExp) => list.some((each) => pattern.test(each.text))
  if (matches(/intent\w+ nuevamente/i)) return null
  const isRefused =
    state === 2 || matches(/no fue posible|utilizad|excepci[oó]n|no (es )?v[aá]lid|es mayor|no est[aá] delegad/i)
  const isAccepted = status < 300 && (state === 1 || matches(/anulad[ao]s? correctamente/i))
  if (isRefused || (status >= 400 && list.length > 0)) return { kind: 'rejected', messages: list, isNumberUsed: null }
  return isAccepted ? { kind: 'accepted', messages: list, isNumberUsed: null } : null
}

/** DGII rejects a document whose number it has already taken; that may be the same document. */
export const isDuplicateRejection = ({ kind, messages: list }: TaxOfficeDecision): boolean =>
  kind === 'rejected' && list.some((each) => each.code === '1209' || /utilizad/i.test(each.text))

const TrackIds = z.array(z.object({ trackId: z.string().min(1) }))

/** Track ids of a number, oldest first; null if the value is no such list. */
export function parseTrackIds(json: unknown): string[] | null {
  const list = z
    .union([TrackIds, z.object({ detalles: TrackIds }).transform(({ detalles }) => detalles)])
    .safeParse(json)
  return list.success ? list.data.map(({ trackId }) => trackId) : null
}

export const TokenReply = z.object({
  token: z.string().min(1),
  expira: z.string().nullish(),
  expedido: z.string().nullish(),
})
