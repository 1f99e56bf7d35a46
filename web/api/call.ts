// Makes every request. Its address, headers and body follow from the endpoint's row in the contract.
import { callDefinitions } from '@torniquete/contract/call-definitions.ts'
import type { CallAnswer, EndpointName } from '@torniquete/contract/endpoints.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { makeStore } from '../kit/store.ts'
import { ApiError, readApiError, serverUnreachableText } from './api-error.ts'
import type { CallArguments, CallInput } from './call-input.ts'
import { recordServerTime } from './server-clock.ts'
import { awaitToken, awaitTokenAfterRefusal, readToken } from './session-token.ts'

type Values = Record<string, unknown>

/** Makes the address below `/v1` from a path such as `/clients/{id}`. Omits query values undefined, null and ''. */
export function makeApiUrl(path: string, params: Values = {}, query: Values = {}): string {
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
  /** Set for a file download: `read` reads the body, which needs no second copy in memory. */
  file?: { timeoutMs: number; read: (response: Response) => Promise<File> }
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

const tags = new WeakMap<object, string>()

export const toETaggedAnswer = <Value>(answer: Value): ETaggedAnswer<Value> => ({
  answer,
  tag: (typeof answer === 'object' && answer !== null && tags.get(answer)) || null,
})

/** Reads the body within the call's timeout, so that a stalled connection counts as no answer. */
async function readBody(response: Response): Promise<Response> {
  // Answers with status 204, 205 or 304 have no body.
  const content = [204, 205, 304].includes(response.status) ? null : await response.arrayBuffer()
  return new Response(content, { status: response.status, headers: response.headers })
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const answer: unknown = await response.json()
  const tag = response.headers.get('ETag')
  if (tag && typeof answer === 'object' && answer !== null) tags.set(answer, tag)
  return answer
}

export const serverReachableStore = makeStore(true)

function recordReachability(now: boolean): void {
  if (now !== serverReachableStore.read()) serverReachableStore.set(now)
}

/** True if the server runs another build than this tab. Every server response names the server's build. */
export const buildOutdatedStore = makeStore(false)

/** Name of the page's first script, which contains a hash that changes with every build; null in development. */
function ownBuild(): string | null {
  const begin = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return /\/assets\/([\w.-]+)\.js$/.exec(begin?.src ?? '')?.[1] ?? null
}

function recordServerBuild(build: string | null): void {
  if (buildOutdatedStore.read() || build === null) return
  const own = ownBuild()
  if (own !== null && own !== build) buildOutdatedStore.set(true)
}

/** Makes a call and reads its answer. After a 401, repeats the call with the next login. Throws and logs ApiError. */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[given]: CallArguments<Name>
): Promise<CallAnswer<Name>> {
  const row: Row = callDefinitions[name]
  const input: LooseInput = given ?? {}
  const { signal, file } = input
  // Sent without retries: a late answer to a logout must not end the next session.
  const isSessionCall = name === 'session.login' || name === 'session.logout'
  try {
    const body = encodeBody(row.bodyType, input.body)
    let token = name === 'session.logout' ? readToken() : isSessionCall ? null : await awaitToken(signal)
    for (;;) {
      const deadline = AbortSignal.timeout(file?.timeoutMs ?? timeoutFor(row))
      const answer = await fetch(makeApiUrl(row.path, input.params, input.query), {
        method: row.method,
        headers: headersFor(input, body, token),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        body,
      })
      recordReachability(true)
      recordServerBuild(answer.headers.get('X-Build'))
      // Ignores polls, because the browser may return a cached response with the `Date` of the first request.
      if (!row.polled) recordServerTime(answer.headers.get('Date'))
      const response = file && answer.ok ? answer : await readBody(answer)
      const isEnded = response.status === 401 && token !== null && !isSessionCall
      token = isEnded && token !== null ? await awaitTokenAfterRefusal(token, signal) : null
      if (token !== null) continue
      if (!response.ok) throw await readApiError(response)
      // A 200 instead of the contract's 204 comes from a proxy or another server, so the call may not have been done.
      if (row.empty && response.status !== 204)
        throw new ApiError(response.status, `Error inesperado: código ${response.status}`)
      // The server strips unknown fields, so the response has exactly the type of the contract.
      return (await (file?.read ?? readJson)(response)) as CallAnswer<Name>
    }
  } catch (problem) {
    if (signal?.aborted) throw problem
    const error = problem instanceof ApiError ? problem : new ApiError(0, serverUnreachableText)
    console.error(name, error)
    if (error.reason === 'network') recordReachability(false)
    throw error
  }
}

export type CallFunction = typeof call

/** The same function for a name of a generic type, for which TypeScript cannot resolve the arguments of `call`. */
export const callWithGenericName = call as <Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
) => Promise<CallAnswer<Name>>

/** The same function for a file download. */
export const callForFile = call as unknown as (name: EndpointName, input: LooseInput) => Promise<File>

/** Makes a random UUID. crypto.randomUUID is not used, because it is missing over plain http. */
export function makeIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Milliseconds after the last key, press or wheel event during which the page counts as used. */
const attendedFor = 60_000

let lastTouch = performance.now()

/** True while a person uses the page: background calls must not extend an idle session. */
const isUserActive = (): boolean => performance.now() - lastTouch < attendedFor

export function watchUserActivity(): void {
  for (const type of ['keydown', 'pointerdown', 'wheel'])
    window.addEventListener(
      type,
      () => {
        lastTouch = performance.now()
      },
      { capture: true, passive: true },
    )
}
