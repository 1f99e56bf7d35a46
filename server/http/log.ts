// What the log is told: ids, patterns of addresses and statements without their values. Never what people typed.
import { Writable } from 'node:stream'
import { Failure, Rejected } from '@torniquete/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'
import { sqlState } from '../db/transaction.ts'
import { callOf } from './answer-times.ts'
import type { Refusal } from './failures.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once that is known: a person, or a gym's terminal. */
    caller: { gym: number; id: number | null } | null
    /** Milliseconds until the answer began to go out: the line's time is not the server's. */
    answered: number
  }
}

/**
 * Standard output. Where it is closed, as with the window in which the server was started, lines are lost and nothing else:
 * the logger's own way to it tries for ever what cannot be written, and blocks the process.
 */
function standardOutput(): Writable {
  process.stdout.on('error', () => {})
  return new Writable({ write: (chunk, _, done) => void process.stdout.write(chunk, () => done()) })
}

export function loggerOf({ LOG_LEVEL }: Config, stream?: Writable): FastifyServerOptions['logger'] {
  if (LOG_LEVEL === 'silent') return false
  return { level: LOG_LEVEL, serializers: { err: describeError }, stream: stream ?? standardOutput() }
}

/** Where PostgreSQL quotes what it was given: bad values, and rows that break a rule. */
const quotesValues = /^2[23]/

interface Described {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/** An error without the values that caused it; those stand in its details, and in some messages. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const state = sqlState(error)
  const { table, constraint, cause } = error as { table?: unknown; constraint?: unknown; cause?: unknown }
  return {
    type: error.name,
    message: messageOf(error),
    ...(state && { code: state }),
    ...(table ? { table } : {}),
    ...(constraint ? { constraint } : {}),
    // Its first lines repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^ {4}at /.test(line))
      .join('\n'),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  }
}

function messageOf(error: Error): string {
  // Theirs is written for the person who called, and names people.
  if (error instanceof Failure) return error.reason
  if (error instanceof Rejected) return 'rejected'
  if (error instanceof SyntaxError) return 'not readable'
  // The system names the file, which somebody named.
  if ('syscall' in error) return `${sqlState(error)} ${error.syscall}`
  return quotesValues.test(sqlState(error)) ? error.message.replace(/".*$/s, '…') : error.message
}

/** Whether each answer gets a line. */
export const logsEveryAnswer = ({ LOG_LEVEL }: Config): boolean => LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace'

/** A line for each answer where LOG_LEVEL says so, and at `warn` for one that took longer than LOG_SLOW_MS. */
export function logAnswers(server: FastifyInstance, config: Config): void {
  const [each, slow] = [logsEveryAnswer(config), config.LOG_SLOW_MS]
  server.decorateRequest('caller', null)
  server.decorateRequest('answered', 0)
  server.addHook('onSend', async (request, reply) => {
    request.answered = reply.elapsedTime
  })
  server.addHook('onResponse', async (request, reply) => {
    if (request.answered >= slow && callOf(request).kind !== 'wait')
      request.log.warn(lineOf(request, reply), 'a slow call')
    else if (each) request.log.debug(lineOf(request, reply), 'a call')
  })
}

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  ...whichCall(request),
  status: reply.statusCode,
  ms: Math.round(request.answered),
})

const whichCall = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  gym: request.caller?.gym ?? null,
  user: request.caller?.id ?? null,
})

/** What went wrong on the server's side: with all that is known of it where nobody foresaw it. */
export function logRefusal(request: FastifyRequest, error: unknown, { status, fault }: Refusal): void {
  if (status < 500) return
  const call = { ...whichCall(request), status }
  if (status === 500) request.log.error({ ...call, err: fault ?? error }, 'a call failed')
  else
    request.log.warn(
      { ...call, why: messageOf(error as Error), code: sqlState(error) || null },
      'a call was turned away',
    )
}
