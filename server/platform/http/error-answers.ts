// Maps each error of a call to its answer in Spanish. No request of a client ends in a 500.
import {
  type ErrorName,
  errorsByName,
  type FieldRejection,
  formatError,
  NamedError,
  RejectedFieldsError,
} from '@torniquete/contract/shared/errors.ts'
import type { FastifyReply } from 'fastify'
import type { ZodError } from 'zod'
import { findConstraintErrorName, isBadValueError, readConstraintErrorDetails } from '../db/constraints.ts'
import { isBrokenConnectionError, isOverloadError, isTransactionConflictError } from '../db/transaction.ts'

export interface ErrorAnswer {
  status: number
  detail: string | FieldRejection[]
  retryAfterSeconds?: number
  /** Error to log; set if the server is at fault. */
  fault?: unknown
}

const makeRefusal = (reason: ErrorName, more: Partial<ErrorAnswer> = {}): ErrorAnswer => ({
  status: errorsByName[reason][0],
  detail: formatError(reason),
  ...more,
})

const frameworkCodes: Record<string, ErrorName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'body.type',
  FST_REQ_FILE_TOO_LARGE: 'image.too-large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'body.type',
  FST_FILES_LIMIT: 'image.invalid',
  FST_PARTS_LIMIT: 'image.invalid',
  FST_FIELDS_LIMIT: 'image.invalid',
  FST_ERR_BAD_URL: 'route.missing',
}

/** Messages of multipart parser errors, which have no codes. */
const brokenForm = /^(Multipart: |Part terminated|Unexpected end of (form|multipart)|Malformed part|premature close)/i

export const invalidBodyRejections: FieldRejection[] = [
  { type: 'json_invalid', msg: 'El cuerpo de la solicitud no es válido', loc: ['body'] },
]
const unreadableBody: ErrorAnswer = { status: 422, detail: invalidBodyRejections }

export function toErrorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof NamedError) {
    const seconds = Number(error.details.seconds)
    return {
      status: errorsByName[error.reason][0],
      detail: error.message,
      ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
    }
  }
  if (error instanceof RejectedFieldsError) return { status: 422, detail: error.rejections }
  const broken = findConstraintErrorName(error)
  if (broken) return makeRefusal(broken, { detail: formatError(broken, readConstraintErrorDetails(error)) })
  if (isBadValueError(error))
    return { status: 422, detail: [{ type: 'value', msg: 'Un valor no es válido', loc: ['body'] }] }
  if (isBrokenConnectionError(error) || isOverloadError(error))
    return makeRefusal('database.unavailable', { fault: error, retryAfterSeconds: 2 })
  if (isTransactionConflictError(error)) return makeRefusal('database.busy', { fault: error, retryAfterSeconds: 1 })
  const known = error instanceof Error && 'code' in error && frameworkCodes[String(error.code)]
  if (known) return makeRefusal(known)
  if (error instanceof Error && brokenForm.test(error.message)) return unreadableBody
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 415) return makeRefusal('body.type')
  if (status >= 400 && status < 500) return unreadableBody
  return makeRefusal('server.failed', { fault: error })
}

export function sendErrorAnswer(reply: FastifyReply, { status, detail, retryAfterSeconds }: ErrorAnswer) {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ detail }))
}

/** Converts a schema's issues to unique `{ type, msg, loc }`; `loc` begins with 'body', 'query' or 'path'. */
export function listRejections(error: ZodError, place: 'body' | 'query' | 'path'): FieldRejection[] {
  const told = error.issues.map((issue) => ({
    type: issue.code ?? 'invalid',
    msg: issue.message,
    loc: [place, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
  }))
  // Several checks refuse a number out of range with the same message, so duplicates are dropped.
  const asText = told.map((each) => JSON.stringify(each))
  return told.filter((_, index) => asText.indexOf(asText[index] ?? '') === index)
}
