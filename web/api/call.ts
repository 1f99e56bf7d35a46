// The one way to the server: an address, headers and body from a call's row of the table.
import { callRows } from '@torniquete/contract/call-rows.ts'
import type { Endpoint } from '@torniquete/contract/endpoint.ts'
import type { Answer, EndpointName } from '@torniquete/contract/endpoints.ts'
import { ApiError, networkText, readError } from './api-error.ts'
import { noteBuild } from './build.ts'
import type { CallArguments } from './call-input.ts'
import { noteReachable } from './reachability.ts'
import { noteServerTime } from './server-clock.ts'
import { awaitToken, readToken, tokenAfterRefusal } from './token.ts'

type Values = Record<string, unknown>

/** `/clients/{id_client}` with its parameters and query, below `/v1`. Undefined, null and '' leave a query value out. */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return `/v1${filled}${text ? `?${text}` : ''}`
}

/** A call without its whole answer counts as lost after this many milliseconds. */
export const callTimeout = 10_000
/** A picture takes its time on a slow line. */
const uploadTimeout = 60_000
/** What an answer takes beyond the time for which the server itself waits. */
const networkAllowance = 5_000

const timeoutFor = ({ bodyType, waits }: Row) =>
  bodyType === 'multipart' ? uploadTimeout : waits === undefined ? callTimeout : waits + networkAllowance

/** What `call` reads of its input, whatever the row. */
interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  ifMatch?: string | null
  signal?: AbortSignal
  /** Milliseconds that a file may take: it is read as it comes, by file.ts. */
  fileTimeout?: number
}

type Row = (typeof callRows)[EndpointName]

export interface Tagged<Value> {
  answer: Value
  /** The row's ETag, to be sent back as `ifMatch`. */
  tag: string | null
}

function encodeBody(bodyType: Endpoint['bodyType'], body: unknown): BodyInit | undefined {
  if (body === undefined) return undefined
  if (body instanceof FormData) return body
  if (bodyType === 'form') return new URLSearchParams(body as Record<string, string>) // form rows hold texts only
  return JSON.stringify(body)
}

function headersFor(input: LooseInput, body: BodyInit | undefined, token: string | null): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey)
  if (input.ifMatch) headers.set('If-Match', input.ifMatch)
  return headers
}

/** The answer to one try: its headers and its whole body within the deadline. */
async function send(row: Row, input: LooseInput, token: string | null): Promise<Response> {
  const body = encodeBody(row.bodyType, input.body)
  const deadline = AbortSignal.timeout(input.fileTimeout ?? timeoutFor(row))
  try {
    const response = await fetch(addressOf(row.path, input.params, input.query), {
      method: row.method,
      headers: headersFor(input, body, token),
      signal: input.signal ? AbortSignal.any([input.signal, deadline]) : deadline,
      body,
    })
    noteReachable(true)
    noteBuild(response.headers.get('X-Build'))
    // A poll's answer may be an old one that still holds, with an old one's time.
    if (!row.polled) noteServerTime(response.headers.get('Date'))
    if (input.fileTimeout && response.ok) return response
    // Read here: a line that falls silent in the middle of an answer has given none.
    const content = hasBody(response) ? await response.arrayBuffer() : null
    return new Response(content, { status: response.status, headers: response.headers })
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new ApiError(0, networkText)
  }
}

/** Statuses that may not carry one. */
const hasBody = ({ status }: Response) => status !== 204 && status !== 205 && status !== 304

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  return response.json().catch(() => {
    throw new ApiError(0, networkText)
  })
}

/** Sends it with the token of the session; what the end of a session came between is sent again once its user is back. */
async function sendInSession(row: Row, input: LooseInput): Promise<Response> {
  let token = await awaitToken(input.signal)
  for (;;) {
    const response = await send(row, input, token)
    const next = response.status === 401 && token !== null ? await tokenAfterRefusal(token, input.signal) : null
    if (next === null) return response
    token = next
  }
}

/** Makes a call and reads what succeeded. Throws ApiError; every failure is logged. */
export async function request<Value>(
  name: EndpointName,
  input: LooseInput | undefined,
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
  try {
    const response = await (name === 'session.login' || name === 'session.logout'
      ? // Once: a late answer to a logout is nothing to the session that follows.
        send(callRows[name], { ...input }, name === 'session.logout' ? readToken() : null)
      : sendInSession(callRows[name], { ...input }))
    if (!response.ok) throw await readError(response)
    // A proxy's page of good will, or another server's answer: nothing says that it was done.
    if (callRows[name].empty && response.status !== 204)
      throw new ApiError(response.status, `Error inesperado: código ${response.status}`)
    return await read(response)
  } catch (error) {
    if (input?.signal?.aborted) throw error
    console.error(name, error)
    if (error instanceof ApiError && error.reason === 'network') noteReachable(false)
    throw error
  }
}

/** Of each answer the ETag that came with it: also of what a change answers, whichever way it takes to its form. */
const tags = new WeakMap<object, string>()

/** An answer with its row's ETag, where it came with one. */
export const tagged = <Value>(answer: Value): Tagged<Value> => ({
  answer,
  tag: (typeof answer === 'object' && answer !== null && tags.get(answer)) || null,
})

export const call = <Name extends EndpointName>(name: Name, ...[input]: CallArguments<Name>): Promise<Answer<Name>> =>
  request(name, input, async (response) => {
    const answer = await readAnswer(response)
    const tag = response.headers.get('ETag')
    if (tag && typeof answer === 'object' && answer !== null) tags.set(answer, tag)
    // The server drops what the row's schema does not name, so the answer has its shape.
    return answer as Answer<Name>
  })
