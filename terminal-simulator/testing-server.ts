// A stand-in for the product in this package's tests: it records what comes and answers what the test says.

import { createServer, type IncomingMessage } from 'node:http'

type Received = {
  method: string
  target: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  httpVersion: string
  bytes: Buffer
  body: string
}

type Reply = { status?: number; body: string | Uint8Array; chunked?: boolean } | string

export type TestServer = {
  port: number
  received: Received[]
  connections: number
  /** Answers say `Connection: close`, also where the request asks for more. */
  closes: boolean
  /** Requests that ended before their body. */
  cut: number
  /** Commands that the next poll gets. */
  commands: string[]
  handshake: string
  /** What a test answers in place of the product; undefined leaves it to the product. */
  reply: (request: Received) => Reply | undefined
  uploads(table: string): Received[]
  close(): Promise<void>
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function usualReply(server: TestServer, { path, query, body }: Received): string {
  if (query.has('options')) return server.handshake
  if (path.toLowerCase().includes('getrequest')) return server.commands.splice(0).join('\n') || 'OK'
  if (path.toLowerCase().includes('cdata') && query.get('table') !== 'options') {
    return `OK: ${body.split(/\r?\n/).filter((line) => line !== '').length}`
  }
  return 'OK'
}

const block =
  'GET OPTION FROM: SIM1\nATTLOGStamp=9999\nOPERLOGStamp=8888\nATTPHOTOStamp=None\nErrorDelay=30\nDelay=10\nTimeZone=-3\nRealtime=1\nEncrypt=None\nPushOptionsFlag=1'

export async function startServer(port = 0): Promise<TestServer> {
  const http = createServer({ requireHostHeader: false }, async (request, response) => {
    const bytes = await bytesOf(request).catch(() => null)
    if (bytes === null) {
      server.cut++
      return
    }
    const { method = '', url: target = '', headers, httpVersion } = request
    const { pathname: path, searchParams: query } = new URL(target, 'http://server.test')
    const received = { method, target, path, query, headers, httpVersion, bytes, body: bytes.toString('utf8') }
    server.received.push(received)
    const reply = server.reply(received) ?? usualReply(server, received)
    const { status = 200, body, chunked = false } = typeof reply === 'string' ? { body: reply } : reply
    response.writeHead(status, {
      'Content-Type': 'text/plain',
      ...(server.closes ? { Connection: 'close' } : {}),
      ...(chunked ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    })
    response.end(body)
  })
  http.on('connection', () => server.connections++)
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const address = http.address()
  const server: TestServer = {
    port: typeof address === 'object' && address ? address.port : 0,
    received: [],
    connections: 0,
    closes: false,
    cut: 0,
    commands: [],
    handshake: block,
    reply: () => undefined,
    uploads: (table) => server.received.filter(({ query }) => query.get('table') === table),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  return server
}
