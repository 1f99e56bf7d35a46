// The log contains ids, route patterns and SQL without values, never anything that people typed.
import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { NamedError, RejectedFieldsError } from '@torniquete/contract/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../../config.ts'
import { getSqlState } from '../db/transaction.ts'
import { classifyCall } from './answer-times.ts'
import type { ErrorAnswer } from './error-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Sender of the request, once known: a user, or a gym's terminal (`id` is null). */
    caller: { gym: number; id: number | null } | null
    /** Milliseconds until the server began to answer, without the time that the client's connection takes. */
    answered: number
  }
}

/** Drops lines once standard output is closed, as with its window; pino's own writer would retry for ever. */
function standardOutput(): Writable {
  process.stdout.on('error', () => {})
  return new Writable({ write: (chunk, _, done) => void process.stdout.write(chunk, () => done()) })
}

/** Log file that is emptied at the start if larger than 10 MB. Lines that cannot be written are dropped. */
function logFile(dataDir: string): Writable {
  const path = join(dataDir, 'registro.log')
  const isLarge = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000
  return createWriteStream(path, { flags: isLarge ? 'w' : 'a', mode: 0o600 }).on('error', () => {})
}

/** In a window warnings would hide the first password, so they go to a file unless LOG_LEVEL asks for more. */
export function makeLoggerOptions(
  { LOG_LEVEL, dataDir }: Pick<Config, 'LOG_LEVEL' | 'dataDir'>,
  stream?: Writable,
  isWindow = process.stdout.isTTY,
): FastifyServerOptions['logger'] {
  if (LOG_LEVEL === 'silent') return false
  const asksForMore = LOG_LEVEL === 'info' || LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace'
  const destination = stream ?? (isWindow && !asksForMore ? logFile(dataDir) : standardOutput())
  return { level: LOG_LEVEL, serializers: { err: describeError }, stream: destination }
}

/** Describes an error without the values that caused it, which PostgreSQL includes in the detail and some messages. */
function describeError(error: unknown): { type: string; message: string; stack: string; [more: string]: unknown } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const state = getSqlState(error)
  const { table, constraint, cause } = error as { table?: unknown; constraint?: unknown; cause?: unknown }
  return {
    type: error.name,
    message: readMessage(error),
    ...(state && { code: state }),
    ...(table ? { table } : {}),
    ...(constraint ? { constraint } : {}),
    // Leaves out the stack's first lines, which repeat the message.
    stack: (error.stack?.match(/^ {4}at .*$/gm) ?? []).join('\n'),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  }
}

function readMessage(error: Error): string {
  // Logs the reason only: the message is written for the caller, and may contain names.
  if (error instanceof NamedError) return error.reason
  if (error instanceof RejectedFieldsError) return 'rejected'
  if (error instanceof SyntaxError) return 'not readable'
  // The message of a system error contains a path, and a user may have chosen the file name.
  if ('syscall' in error) return `${getSqlState(error)} ${error.syscall}`
  // Messages of SQLSTATE classes 22 and 23 (bad values, violated constraints) quote values.
  return /^2[23]/.test(getSqlState(error)) ? error.message.replace(/".*$/s, '…') : error.message
}

/** Logs each answer at level `debug`, and at `warn` if it took longer than LOG_SLOW_MS. */
export function logAnswers(server: FastifyInstance, { LOG_LEVEL, LOG_SLOW_MS: slow }: Config): void {
  const each = LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace'
  server.decorateRequest('caller', null)
  server.decorateRequest('answered', 0)
  // These hooks run for every answer, so they use callbacks, which cost less than promises.
  server.addHook('onSend', (request, reply, _, done) => {
    request.answered = reply.elapsedTime
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    if (request.answered >= slow && classifyCall(request).kind !== 'wait')
      request.log.warn(formatLine(request, reply), 'a slow call')
    else if (each) request.log.debug(formatLine(request, reply), 'a call')
    done()
  })
}

const formatLine = (request: FastifyRequest, reply: FastifyReply) => ({
  ...describeCall(request),
  status: reply.statusCode,
  ms: Math.round(request.answered),
})

const describeCall = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  gym: request.caller?.gym ?? null,
  user: request.caller?.id ?? null,
})

/** Logs errors of the server: a 500 with its stack, an expected 5xx as one line; refusals below 500 are not logged. */
export function logServerError(request: FastifyRequest, error: unknown, { status, fault }: ErrorAnswer): void {
  if (status < 500) return
  const call = { ...describeCall(request), status }
  if (status === 500) request.log.error({ ...call, err: fault ?? error }, 'a call failed')
  else {
    const reason = { why: readMessage(error as Error), code: getSqlState(error) || null }
    request.log.warn({ ...call, ...reason }, 'a call was turned away')
  }
}
