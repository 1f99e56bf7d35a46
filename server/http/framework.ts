// Fastify as this product uses it: what it reads, what it refuses, what it adds to answers.
import { isUtf8 } from 'node:buffer'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { Rejected } from '@torniquete/contract/errors.ts'
import { imageLimit } from '@torniquete/contract/images.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import { refusalOf, sendRefusal, unreadable } from './failures.ts'
import { logAnswers, loggerOf, logRefusal } from './log.ts'
import { openApiDocument } from './openapi.ts'
import { answerParserError } from './parser-errors.ts'
import { bodyLimit } from './request-parts.ts'
import { buildIn, isAsset, scriptsIn } from './static-files.ts'

/** Shorter answers gain nothing from gzip, in bytes. */
export const compressionThreshold = 2048

/** Old terminals send no Host. */
export const connections = { requireHostHeader: false, keepAliveTimeout: 72_000 }

/** Answers true where the request was answered before the framework. */
type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean

/** `logTo` takes the log's lines instead of standard output. */
export function newServer(config: Config, shortcut: Shortcut, logTo?: Writable): FastifyInstance {
  const build = buildIn()
  const server = Fastify({
    serverFactory: (handler) =>
      createServer(connections, (request, response) => {
        // By it a page sees that it is an older one.
        if (build && request.url?.startsWith('/v1/')) response.setHeader('x-build', build)
        if (!shortcut(request, response)) handler(request, response)
      }),
    // The framework's own lines name addresses as they came, and cost a third of the throughput.
    logController: new LogController({ disableRequestLogging: true }),
    logger: loggerOf(config, logTo),
    // One proxy: whatever else stands in X-Forwarded-For, its sender wrote.
    trustProxy: config.TRUST_PROXY ? (_, hop) => hop < 1 : false,
    bodyLimit,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerParserError,
    // Addresses that are none, such as /v1/clients/%zz.
    frameworkErrors: (error, _request, reply) => sendRefusal(reply, refusalOf(error)),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 1200 },
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // Many callers name a type also where they send nothing, as with DELETE.
  const readJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Read as text all the same, it would be stored with marks in the place of letters.
    if (!isUtf8(body)) done(new Rejected(unreadable))
    else if (body.length === 0) done(null, undefined)
    else readJson(request, body.toString(), done)
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    logRefusal(request, error, refusal)
    return sendRefusal(reply, refusal)
  })
  logAnswers(server, config)
  return server
}

/** A connection whose answer ends after the server began to close would be kept open for a next request. */
export function releaseConnections({ server }: Pick<FastifyInstance, 'server'>): void {
  const timer = setInterval(() => server.closeIdleConnections(), 50)
  server.once('close', () => clearInterval(timer))
  timer.unref()
}

export async function registerPlugins(server: FastifyInstance): Promise<void> {
  // They speak to pages; sent with each of its files they would be longer than many of these.
  server.addHook('onRoute', (route) => {
    if (isAsset(route.url)) route.helmet = false
  })
  await server.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptsIn()],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Installed on a gym's own network without TLS.
        upgradeInsecureRequests: null,
      },
    },
    hsts: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
  await server.register(compress, { encodings: ['gzip'], threshold: compressionThreshold })
  await server.register(multipart, { limits: { fileSize: imageLimit, files: 1, fields: 10, parts: 11 } })
  const document = openApiDocument(version)
  await server.register(swagger, { mode: 'static', specification: { document: document as never } }) // the plugin's type is of OpenAPI 2 and 3 at once
  await server.register(swaggerUi, { routePrefix: '/docs' })
  server.get('/openapi.json', async () => document)
}
