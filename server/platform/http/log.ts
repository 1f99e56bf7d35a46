// The log contains ids, route patterns and SQL without values; never what people typed.
import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { Failure, Rejected } from '@torniquete/contract/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../../config.ts'
import { getSqlState } from '../db/transaction.ts'
import { readCallKind } from './answer-times.ts'
import type { Refusal } from './error-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once known: a person, or a gym's terminal. */
    caller: { gym: number; id: number | null } | null
    /** Milliseconds until the answer began to be sent, without the time that the client's line takes. */
    answered: number
  }
}

/** Loses lines when closed, as with the server's window; pino's own destination would retry for ever and block. */
function standardOutput(): Writable {
  process.stdout.on('error', () => {})
  return new Writable({ write: (chunk, _, done) => void process.stdout.write(chunk, () => done()) })
}

/** Emptied at the start when larger than 10 MB. Lines that cannot be written are lost. */
function logFile(dataDir: string): Writable {
  const path = join(dataDir, 'registro.log')
  const isLarge = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000
  return createWriteStream(path, { flags: isLarge ? 'w' : 'a', mode: 0o600 }).on('error', () => {})
}

/** In a window warnings would push the password out of sight: they go into a file unless LOG_LEVEL asks for more. */
export function makeLogger(
  { LOG_LEVEL, dataDir }: Pick<Config, 'LOG_LEVEL' | 'dataDir'>,
  stream?: Writable,
  isWindow = process.stdout.isTTY,
): FastifyServerOptions['logger'] {
  if (LOG_LEVEL === 'silent') return false
  const asksForMore = LOG_LEVEL === 'info' || LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace'
  const destination = stream ?? (isWindow && !asksForMore ? logFile(dataDir) : standardOutput())
  return { level: LOG_LEVEL, serializers: { err: describeError }, stream: destination }
}

/** Without the values that caused the error: PostgreSQL writes those into the detail and into some messages. */
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
    // The first lines of the stack repeat the message.
    stack: (error.stack?.match(/^ {4}at .*$/gm) ?? []).join('\n'),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  }
}

function readMessage(error: Error): string {
  // The message is written for the caller, and may contain names.
  if (error instanceof Failure) return error.reason
  if (error instanceof Rejected) return 'rejected'
  if (error instanceof SyntaxError) return 'not readable'
  // The message of a system error contains the path, whose file name a person chose.
  if ('syscall' in error) return `${getSqlState(error)} ${error.syscall}`
  // Messages of SQLSTATE classes 22 and 23 (bad values, violated constraints) quote values.
  return /^2[23]/.test(getSqlState(error)) ? error.message.replace(/".*$/s, '…') : error.message
}

/** Logs each answer at `debug`, and at `warn` those that took longer than LOG_SLOW_MS. */
export function logAnswers(server: FastifyInstance, { LOG_LEVEL, LOG_SLOW_MS: slow }: Config): void {
  const each = LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace'
  server.decorateRequest('caller', null)
  server.decorateRequest('answered', 0)
  // Hooks of every answer: without a promise each.
  server.addHook('onSend', (request, reply, _, done) => {
    request.answered = reply.elapsedTime
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    if (request.answered >= slow && readCallKind(request).kind !== 'wait')
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
export function logRefusal(request: FastifyRequest, error: unknown, { status, fault }: Refusal): void {
  if (status < 500) return
  const call = { ...describeCall(request), status }
  if (status === 500) request.log.error({ ...call, err: fault ?? error }, 'a call failed')
  else {
    const reason = { why: readMessage(error as Error), code: getSqlState(error) || null }
    request.log.warn({ ...call, ...reason }, 'a call was turned away')
  }
}
