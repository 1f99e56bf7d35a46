// Makes every request. Its address, headers and body follow from the endpoint's row in the contract.
import { callDefinitions } from '@torniquete/contract/call-definitions.ts'
import type { Answer, EndpointName } from '@torniquete/contract/endpoints.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { ApiError, networkText, readError } from './api-error.ts'
import { recordServerBuild } from './build-version.ts'
import type { CallArguments, CallInput } from './call-input.ts'
import { recordReachability } from './reachability.ts'
import { recordServerTime } from './server-clock.ts'
import { awaitToken, awaitTokenAfterRefusal, readToken } from './session-token.ts'
import { isUserActive } from './user-activity.ts'

type Values = Record<string, unknown>

/** Makes the address below `/v1` from a path such as `/clients/{id}`. Omits query values undefined, null and ''. */
export function makeUrl(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return `/v1${filled}${text ? `?${text}` : ''}`
}

/** Milliseconds after which a call without a complete answer counts as lost. */
const callTimeout = 10_000
/** Milliseconds for an upload; a picture takes longer on a slow connection. */
const uploadTimeout = 60_000
/** Milliseconds added to the time the server itself may wait for a device (`maxWaitMs` of the call's row). */
const networkAllowance = 5_000

const timeoutFor = ({ bodyType, maxWaitMs }: Row) =>
  bodyType === 'multipart' ? uploadTimeout : maxWaitMs === undefined ? callTimeout : maxWaitMs + networkAllowance

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  ifMatch?: string | null
  signal?: AbortSignal
  /** Maximum duration of a file download in milliseconds; export-file.ts reads the body of the response. */
  fileTimeout?: number
}

type Row = (typeof callDefinitions)[EndpointName]

export interface ETaggedAnswer<Value> {
  answer: Value
  tag: string | null
}

function encodeBody(bodyType: Endpoint['bodyType'], body: unknown): BodyInit | undefined {
  if (body === undefined) return undefined
  if (body instanceof FormData) return body
  if (bodyType === 'form') return new URLSearchParams(body as Record<string, string>)
  return JSON.stringify(body)
}

function headersFor(input: LooseInput, body: BodyInit | undefined, token: string | null): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (input.idempotencyKey) headers.set('Idempotency-Key', input.idempotencyKey)
  if (input.ifMatch) headers.set('If-Match', input.ifMatch)
  if (!isUserActive()) headers.set('x-automatic', '1')
  return headers
}

/** Sends one attempt. The promise resolves once headers and body have arrived; both must arrive within the timeout. */
async function send(row: Row, input: LooseInput, token: string | null): Promise<Response> {
  const body = encodeBody(row.bodyType, input.body)
  const deadline = AbortSignal.timeout(input.fileTimeout ?? timeoutFor(row))
  try {
    const response = await fetch(makeUrl(row.path, input.params, input.query), {
      method: row.method,
      headers: headersFor(input, body, token),
      signal: input.signal ? AbortSignal.any([input.signal, deadline]) : deadline,
      body,
    })
    recordReachability(true)
    recordServerBuild(response.headers.get('X-Build'))
    // Ignores polls, because the browser may return a cached response with the `Date` of the first request.
    if (!row.polled) recordServerTime(response.headers.get('Date'))
    if (input.fileTimeout && response.ok) return response
    // Reads the body within the timeout, so that a stalled connection counts as no answer. 204, 205 and 304 have no
    // body.
    const content = [204, 205, 304].includes(response.status) ? null : await response.arrayBuffer()
    return new Response(content, { status: response.status, headers: response.headers })
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw new ApiError(0, networkText)
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  return response.json().catch(() => {
    throw new ApiError(0, networkText)
  })
}

/** Makes a call and reads its response. After a 401, repeats the call with the next login. Throws and logs ApiError. */
export async function request<Value>(
  name: EndpointName,
  input: LooseInput = {},
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
  const row = callDefinitions[name]
  // Sent without retries: a late answer to a logout must not end the next session.
  const isSessionCall = name === 'session.login' || name === 'session.logout'
  try {
    let token = name === 'session.logout' ? readToken() : isSessionCall ? null : await awaitToken(input.signal)
    let response = await send(row, input, token)
    while (response.status === 401 && token !== null && !isSessionCall) {
      token = await awaitTokenAfterRefusal(token, input.signal)
      if (token !== null) response = await send(row, input, token)
    }
    if (!response.ok) throw await readError(response)
    // A 200 instead of the contract's 204 comes from a proxy or another server, so the call may not have been done.
    if (row.empty && response.status !== 204)
      throw new ApiError(response.status, `Error inesperado: código ${response.status}`)
    return await read(response)
  } catch (error) {
    if (input.signal?.aborted) throw error
    console.error(name, error)
    if (error instanceof ApiError && error.reason === 'network') recordReachability(false)
    throw error
  }
}

const tags = new WeakMap<object, string>()

export const withETag = <Value>(answer: Value): ETaggedAnswer<Value> => ({
  answer,
  tag: (typeof answer === 'object' && answer !== null && tags.get(answer)) || null,
})

export const call = <Name extends EndpointName>(name: Name, ...[input]: CallArguments<Name>): Promise<Answer<Name>> =>
  request(name, input, async (response) => {
    const answer = await readAnswer(response)
    const tag = response.headers.get('ETag')
    if (tag && typeof answer === 'object' && answer !== null) tags.set(answer, tag)
    // The server strips unknown fields, so the response has exactly the type of the contract.
    return answer as Answer<Name>
  })

export type CallFunction = typeof call

/** Makes a call whose name is a generic type, for which TypeScript cannot resolve the arguments of `call`. */
export const callByName = <Name extends EndpointName>(name: Name, input: CallInput<Name>): Promise<Answer<Name>> =>
  call(name, ...([input] as unknown as CallArguments<Name>))
