// One HTTP call to a carrier. Sorts failures by whether the request may have arrived.
import type { CarrierFailure, SignedFile } from './carrier.ts'

export interface CarrierHttpAnswer {
  kind: 'answered'
  status: number
  text: string
  /** JSON value of the text; undefined if it is no JSON. */
  json: unknown
  /** Milliseconds of the header Retry-After. */
  afterMs: number | undefined
}

/** Error codes of connections that were refused by us, or never made. */
const notConnected = /^(UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_TLS_CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/

const maxTextLength = 1_000_000

interface ExchangeOptions {
  /** Name of the carrier, such as `La DGII`. */
  name: string
  timeoutMs: number
  signal: AbortSignal
}

const boundary = 'torniquete-5f1c9a7e04d24b0e'

/** A GET, or the upload of a file. */
export function makeGetOrUploadOptions(
  headers: Record<string, string>,
  file?: Pick<SignedFile, 'name' | 'xml'>,
): RequestInit {
  const accept = 'application/json'
  if (!file) return { headers: { accept, ...headers } }
  // A FormData of fetch is streamed, and an abort meanwhile rejects a promise that no code can handle.
  const body =
    `--${boundary}\r\ncontent-disposition: form-data; name="xml"; filename="${file.name}"\r\ncontent-type: text/xml\r\n\r\n` +
    `${file.xml}\r\n--${boundary}--\r\n`
  const contentType = `multipart/form-data; boundary=${boundary}`
  return { method: 'POST', headers: { accept, ...headers, 'content-type': contentType }, body }
}

export async function sendCarrierRequest(
  url: string,
  request: RequestInit,
  { name, timeoutMs, signal }: ExchangeOptions,
): Promise<CarrierHttpAnswer | CarrierFailure> {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = (await response.text()).slice(0, maxTextLength)
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const afterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined
    return { kind: 'answered', status: response.status, text, json: parseJson(text), afterMs }
  } catch (error) {
    return describeFailure(error, name)
  }
}

function describeFailure(error: unknown, name: string): CarrierFailure {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  // Codes such as ETIMEDOUT also occur on open connections. Only attempts to connect to several addresses are combined.
  const step = cause instanceof Error && 'syscall' in cause ? cause.syscall : null
  const isConnecting = step === 'connect' || step === 'getaddrinfo' || cause instanceof AggregateError
  if (isConnecting || notConnected.test(code))
    return { kind: 'not-sent', reason: `No se pudo conectar con ${lower(name)} (${code}).`, isGeneral: true }
  if (error instanceof Error && error.name === 'TimeoutError')
    return { kind: 'unclear', reason: `${name} no respondió a tiempo.`, isGeneral: true }
  return { kind: 'unclear', reason: `Se cortó la conexión con ${lower(name)}.`, isGeneral: false }
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads an answer that the caller cannot use: server errors may come after the request was carried out. */
export function toCarrierFailure({ status, text, json, afterMs }: CarrierHttpAnswer, name: string): CarrierFailure {
  const detail = typeof json === 'string' ? json : /[<{]/.test(text) ? '' : text
  const detailText = detail.trim() === '' ? '.' : `: ${detail.trim().slice(0, 300)}`
  const wait = afterMs === undefined ? {} : { afterMs }
  if (status === 401 || status === 403)
    return { kind: 'not-sent', reason: `${name} no acepta la identificación${detailText}`, isGeneral: true, ...wait }
  const reason =
    status < 400
      ? `No se entiende lo que respondió ${lower(name)}.`
      : `${name} respondió con el error ${status}${detailText}`
  const isCertain = status >= 400 && status < 500 && status !== 408
  return { kind: isCertain ? 'not-sent' : 'unclear', reason, isGeneral: status === 429 || status === 503, ...wait }
}
