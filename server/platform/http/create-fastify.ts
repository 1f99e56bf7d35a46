import { isUtf8 } from 'node:buffer'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { errorsByName, RejectedFieldsError } from '@torniquete/contract/shared/errors.ts'
import { maxImageBytes } from '@torniquete/contract/shared/images.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../../config.ts'
import { version } from '../version.ts'
import { invalidBodyRejections, sendErrorAnswer, toErrorAnswer } from './error-answers.ts'
import { logAnswers, logServerError, makeLoggerOptions } from './log.ts'
import { makeOpenApiDocument } from './openapi.ts'
import { maxBodyBytes } from './parse-request.ts'
import { listInlineScriptHashes, readBuildId } from './static-files.ts'

// Requests refused by Node's HTTP parser get the same kind of answer as other refusals: `{ detail }`.

const unreadText = 'La solicitud no se pudo leer.'

const parserErrorAnswers: Record<string, [status: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', unreadText],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', errorsByName['body.too-large'][1]],
}

export function answerParserError({ code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const [status, detail] = parserErrorAnswers[code] ?? ['400 Bad Request', unreadText]
  const body = JSON.stringify({ detail })
  const type = 'application/json; charset=utf-8'
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  socket.destroySoon()
}

/** Minimum size in bytes of an answer that is compressed, because compressing shorter ones gains nothing. */
export const compressionThresholdBytes = 2048

/** Accepts requests without the header Host, because old terminals do not send it. */
export const httpServerOptions = { requireHostHeader: false, keepAliveTimeout: 72_000 }

/** `logStream` gets the log's lines instead of standard output. */
export function createFastify(config: Config, logStream?: Writable): FastifyInstance {
  const { tls } = config
  const server = Fastify({
    serverFactory: (handler) =>
      tls ? createTlsServer({ ...httpServerOptions, ...tls }, handler) : createServer(httpServerOptions, handler),
    // Fastify's own request log contains unredacted URLs, and costs a third of the throughput.
    logController: new LogController({ disableRequestLogging: true }),
    logger: makeLoggerOptions(config, logStream),
    // Trusts one proxy only: the client can forge all entries of X-Forwarded-For but the last.
    trustProxy: config.TRUST_PROXY ? (_, hop) => hop < 1 : false,
    bodyLimit: maxBodyBytes,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerParserError,
    // Answers malformed URLs such as /v1/clients/%zz.
    frameworkErrors: (error, _request, reply) => sendErrorAnswer(reply, toErrorAnswer(error)),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 1200 },
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // Accepts an empty JSON body, because many clients send a content type without a body, for example with DELETE.
  const readJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Refuses invalid UTF-8, because decoding would turn it into replacement characters.
    if (!isUtf8(body)) done(new RejectedFieldsError(invalidBodyRejections))
    else if (body.length === 0) done(null, undefined)
    else readJson(request, body.toString(), done)
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = toErrorAnswer(error)
    logServerError(request, error, refusal)
    return sendErrorAnswer(reply, refusal)
  })
  const build = readBuildId()
  if (build)
    server.addHook('onRequest', (request, { raw }, done) => {
      // The header lets a page loaded from an older build notice the update.
      if (request.url.startsWith('/v1/')) raw.setHeader('x-build', build)
      done()
    })
  logAnswers(server, config)
  return server
}

/** Closes idle connections until the server is closed: a connection whose answer ends late would stay open. */
export function closeIdleSocketsUntilClosed({ server }: Pick<FastifyInstance, 'server'>): void {
  const timer = setInterval(() => server.closeIdleConnections(), 50)
  server.once('close', () => clearInterval(timer))
  timer.unref()
}

export async function registerPlugins(server: FastifyInstance, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
  // Assets get no security headers: these concern pages, and would be longer than many assets.
  server.addHook('onRoute', (route) => {
    if (route.url.startsWith('/assets/')) route.helmet = false
  })
  await server.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...listInlineScriptHashes()],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Must be off, because Torniquete may run on a gym's own network without TLS.
        upgradeInsecureRequests: null,
      },
    },
    // With HSTS browsers refuse plain http for half a year, so it is sent only if PUBLIC_URL is https.
    hsts: PUBLIC_URL?.startsWith('https:') ? { maxAge: 15_552_000, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
  await server.register(compress, { encodings: ['gzip'], threshold: compressionThresholdBytes })
  await server.register(multipart, { limits: { fileSize: maxImageBytes, files: 1, fields: 10, parts: 11 } })
  const document = makeOpenApiDocument(version)
  await server.register(swagger, { mode: 'static', specification: { document: document as never } }) // the plugin's type also covers OpenAPI 2
  await server.register(swaggerUi, {
    routePrefix: '/docs',
    // Redirects to our own route, because the plugin's routes would serialize the document for each request.
    uiHooks: {
      onRequest: (request, reply, next) => {
        if (/^\/docs\/(json|yaml)/.test(request.url)) reply.redirect('/openapi.json')
        else next()
      },
    },
  })
  // The document is serialized once, at the first request.
  let text: string | undefined
  server.get('/openapi.json', (_, reply) => {
    text ??= JSON.stringify(document)
    return reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(text)
  })
}
