// Sends a call exactly as written, for inputs that the typed caller refuses. Streams are closed as soon as they begin.
import { type EndpointName, endpoints } from '@torniquete/contract/endpoints.ts'
import type { Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import type { FastifyInstance } from 'fastify'

export interface RawCallInput {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean>
  /** Body to be sent as JSON, or as a form if the endpoint expects one. */
  body?: unknown
  /** Body to be sent unchanged, with its content type. */
  payload?: { type: string; content: string | Buffer }
  headers?: Record<string, string>
}

export interface RawCallReply {
  status: number
  json: unknown
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

/** URL of a call below `/v1`, with its path and query parameters. */
export function makeCallUrl(name: EndpointName, { params = {}, query = {} }: RawCallInput): string {
  const path = endpoints[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(asText(params[key] ?? 'x').toWellFormed()),
  )
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, asText(value)]))
  return `/v1${path}${asked.size > 0 ? `?${asked}` : ''}`
}

/** Generated objects may have no `toString`, so they are written as JSON. */
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function payloadOf({ bodyType }: Endpoint, { body, payload }: RawCallInput): RawCallInput['payload'] {
  if (payload || body === undefined) return payload
  if (bodyType !== 'form') return { type: 'application/json', content: JSON.stringify(body) }
  const fields = Object.entries(Object(body)).map(([key, value]): [string, string] => [key, asText(value)])
  return { type: 'application/x-www-form-urlencoded', content: new URLSearchParams(fields).toString() }
}

export async function sendRawCall(
  app: FastifyInstance,
  token: string | null,
  name: EndpointName,
  input: RawCallInput,
  url = makeCallUrl(name, input),
): Promise<RawCallReply> {
  const sent = payloadOf(endpoints[name], input)
  const response = await app.inject({
    method: endpoints[name].method,
    url,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(sent ? { 'content-type': sent.type } : {}),
      ...input.headers,
    },
    ...(sent ? { payload: sent.content } : {}),
    payloadAsStream: true,
  })
  const type = String(response.headers['content-type'] ?? '')
  const { statusCode: status, headers } = response
  if (type.startsWith('text/event-stream')) {
    response.stream().destroy()
    return { status, headers, json: undefined, text: '' }
  }
  const chunks: Buffer[] = []
  for await (const chunk of response.stream()) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString()
  return { status, headers, text, json: type.includes('json') ? JSON.parse(text) : undefined }
}

/** Makes a multipart body with form fields followed by one file. */
export function makeMultipartBody(
  content: string | Buffer,
  { filename = 'foto.png', field = 'file', fields = {} }: { filename?: string; field?: string; fields?: object } = {},
): NonNullable<RawCallInput['payload']> {
  const boundary = 'frontera-de-prueba'
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  const said = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`)
  const head = `${said.join('')}${part(`name="${field}"; filename="${filename}"`)}Content-Type: image/png\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Adds one byte to the file in a multipart body. */
export function addByteToUploadedFile({
  type,
  content,
}: NonNullable<RawCallInput['payload']>): RawCallInput['payload'] {
  const bytes = Buffer.from(content)
  const end = bytes.lastIndexOf('\r\n--')
  return { type, content: Buffer.concat([bytes.subarray(0, end), Buffer.from('1'), bytes.subarray(end)]) }
}

/** The shortest bytes that the server accepts as a PNG file. */
export const pngBytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
