export type HttpAnswer = { status: number; headers: ReadonlyMap<string, string>; body: Uint8Array }

/**
 * `unreachable`: no connection was made. `dropped`: closed by this side on purpose. `garbled`: the answer is not
 * HTTP.
 */
export type WireFailure = 'unreachable' | 'timeout' | 'closed' | 'dropped' | 'garbled'

export class WireError extends Error {
  readonly failure: WireFailure
  constructor(failure: WireFailure, detail = '') {
    super(detail === '' ? failure : `${failure}: ${detail}`)
    this.failure = failure
  }
}

function chunkedBody(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!Number.isInteger(size)) throw new WireError('garbled', 'chunk size')
    if (size === 0) return Buffer.concat(chunks)
    const end = lineEnd + 2 + size
    if (bytes.length < end + 2) return null
    chunks.push(bytes.subarray(lineEnd + 2, end))
    at = end + 2
  }
}

function parseHeaders(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
}

/** Parses the answer from the bytes received so far; null while it is incomplete. `ended`: no more bytes will come. */
export function parseAnswer(bytes: Buffer, ended: boolean): HttpAnswer | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1])
  if (!Number.isInteger(status)) throw new WireError('garbled', statusLine)
  if (status === 100) return parseAnswer(bytes.subarray(headEnd + 4), ended)
  const headers = parseHeaders(lines)
  const rest = bytes.subarray(headEnd + 4)
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') {
    const body = chunkedBody(rest)
    return body && { status, headers, body }
  }
  const length = headers.get('content-length')
  if (length === undefined) return ended ? { status, headers, body: rest } : null
  return rest.length < Number(length) ? null : { status, headers, body: rest.subarray(0, Number(length)) }
}
