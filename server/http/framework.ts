// Fastify as this product uses it: what it reads, what it refuses, what it adds to answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { imageLimit } from '@torniquete/contract/images.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import { refusalOf, sendRefusal } from './failures.ts'
import { openApiDocument } from './openapi.ts'
import { worthZipping } from './polled-lane.ts'
import { buildIn, isAsset, scriptsIn } from './static-files.ts'

const bodyLimit = 1024 * 1024

/** Answers true where the request was answered before the framework. */
type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean

export function newServer(config: Config, shortcut: Shortcut): FastifyInstance {
  const build = buildIn()
  const server = Fastify({
    serverFactory: (handler) =>
      // Old terminals send no Host.
      createServer({ requireHostHeader: false, keepAliveTimeout: 72_000 }, (request, response) => {
        // By it a page sees that it is an older one.
        if (build && request.url?.startsWith('/v1/')) response.setHeader('x-build', build)
        if (!shortcut(request, response)) handler(request, response)
      }),
    // A line per request costs a third of the throughput: errors and what matters are logged, requests are counted.
    logController: new LogController({ disableRequestLogging: true }),
    logger: config.LOG_LEVEL === 'silent' ? false : { level: config.LOG_LEVEL },
    // One proxy: whatever else stands in X-Forwarded-For, its sender wrote.
    trustProxy: config.TRUST_PROXY ? (_, hop) => hop < 1 : false,
    bodyLimit,
    forceCloseConnections: 'idle',
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
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : readJson(request, String(body), done),
  )
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.fault)
      request.log.error({ err: refusal.fault, method: request.method, url: request.routeOptions.url }, 'a call failed')
    return sendRefusal(reply, refusal)
  })
  return server
}

/** A connection whose answer ends after the server began to close would be kept open for a next request. */
export function releaseConnections({ server }: FastifyInstance): void {
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
  await server.register(compress, { encodings: ['gzip'], threshold: worthZipping })
  await server.register(multipart, { limits: { fileSize: imageLimit, files: 1, fields: 10, parts: 11 } })
  const document = openApiDocument(version)
  await server.register(swagger, { mode: 'static', specification: { document: document as never } }) // the plugin's type is of OpenAPI 2 and 3 at once
  await server.register(swaggerUi, { routePrefix: '/docs' })
  server.get('/openapi.json', async () => document)
}
