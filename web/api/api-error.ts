import type { FieldRejection } from '@torniquete/contract/shared/errors.ts'
import {
  cashNeedsShiftText,
  refundNeedsShiftText,
  shiftClosedText,
} from '@torniquete/contract/shared/shift-error-texts.ts'

export const serverUnreachableText = 'Sin conexión con el servidor.'

const names: Record<number, string> = {
  0: 'Sin conexión',
  401: 'Sesión terminada',
  403: 'Sin permiso',
  404: 'No encontrado',
  409: 'No se pudo completar',
  412: 'Registro modificado',
  422: 'Datos no válidos',
  429: 'Demasiados intentos',
}

/** Error of a call that the server refused, or that got no answer (`reason` 'network', status 0). */
export class ApiError extends Error {
  readonly status: number
  readonly reason: 'refused' | 'network'
  readonly rejections: readonly FieldRejection[]
  /** False if the answer is not from our server, for example a proxy's 404. */
  isExplained = true
  constructor(status: number, message: string, rejections: readonly FieldRejection[] = []) {
    super(message)
    this.status = status
    this.reason = status === 0 ? 'network' : 'refused'
    this.rejections = rejections
    this.name = names[status] ?? (status >= 500 ? 'Error del servidor' : 'Error')
  }
}

export const isSessionEndedError = (error: unknown): boolean => error instanceof ApiError && error.status === 401

export const isVersionConflict = (error: Error | null): boolean => error instanceof ApiError && error.status === 412

/** True if the server may have done the failed call: no answer, 408, 429 or 5xx, for example from a proxy. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || [408, 429].includes(error.status) || error.status >= 500)
}

/** True if the user may not access the row or call (401, 403, 404). All other refusals are about the input. */
export const isAccessRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status)

/** True if the server refused the call and would refuse it again. */
export const isFinalRefusal = (error: unknown): boolean => error instanceof ApiError && !isOutcomeUnknown(error)

/** True if the server refused because no cash drawer is open. Nothing was booked, so the call may be repeated later. */
export const isShiftMissingMessage = (message: string | null): boolean =>
  message === cashNeedsShiftText || message === shiftClosedText || message === refundNeedsShiftText

function isRejection(item: unknown): item is FieldRejection {
  return typeof item === 'object' && item !== null && 'msg' in item && typeof item.msg === 'string'
}

/** Reads the error text of a response: `detail` is a sentence, or a list of rejected fields, which are joined. */
export async function readApiError(response: Response): Promise<ApiError> {
  const answer: unknown = await response.json().catch(() => null)
  const { detail }: { detail?: unknown } = Object(answer)
  if (typeof detail === 'string') return new ApiError(response.status, detail)
  if (Array.isArray(detail)) {
    const rejections = detail.filter(isRejection)
    const messages = [...new Set(rejections.map((each) => each.msg))]
    if (messages.length > 0) return new ApiError(response.status, messages.join('. '), rejections)
  }
  const unexplained = new ApiError(response.status, `Error inesperado: código ${response.status}`)
  unexplained.isExplained = false
  return unexplained
}

/** Returns the messages of rejected body fields by field name; names of nested fields are joined by dots. */
export function getFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const found: Record<string, string> = {}
  for (const { loc = [], msg } of error.rejections) {
    const path = loc[0] === 'body' ? loc.slice(1) : loc
    const field = path.join('.')
    if (field && !(field in found)) found[field] = msg
  }
  return found
}
