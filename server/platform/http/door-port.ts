// Separate port for terminals (DOOR_PORT, DOOR_HOST): only it serves their requests, and it serves no others.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorsByName } from '@torniquete/contract/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { closeIdleSocketsUntilClosed, httpServerOptions } from './create-fastify.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route of terminals, which is served only at the terminals' port if there is one. */
    door?: true
  }
  interface FastifyInstance {
    /** Server of the terminals' port; null if terminals use the main port. */
    doorPort: Server | null
  }
}

/** Maximum number of connections: a thousand polling terminals, some of them on slow lines. */
const maxConnectionsInAll = 2000
/** Maximum connections of one IP address, which terminals of several gyms may share. */
const maxConnectionsPerAddress = 64
/** Milliseconds for a request's headers, and for the complete request: 1 MB over GPRS takes a quarter of an hour. */
const requestTimeouts = { headersTimeout: 10_000, requestTimeout: 1_200_000 }

/** Must run before routes and plugins are registered, so that its 404 precedes their hooks. Closes with the server. */
export function openDoorPort(server: FastifyInstance, { door }: Pick<Config, 'door'>): void {
  server.decorate('doorPort', null)
  if (!door) return
  const came = new WeakSet<IncomingMessage>()
  const port = createServer({ ...httpServerOptions, ...requestTimeouts }, (request, response) => {
    came.add(request)
    // Drops proxy headers: no proxy is in front of this port, so a caller could use them to fake its IP address.
    for (const name of Object.keys(request.headers))
      if (name.startsWith('x-forwarded-') || name === 'forwarded') delete request.headers[name]
    server.routing(request, response)
  })
  port.maxConnections = maxConnectionsInAll
  limitEachAddress(port)
  server.doorPort = port
  // The matched route decides whether a request may use this port, since one URL can be written in many ways.
  server.addHook('onRequest', async (request, reply) => {
    if ((request.routeOptions.config.door === true) === came.has(request.raw)) return undefined
    return reply.code(404).send({ detail: errorsByName['route.missing'][1] })
  })
  let closed: Promise<void> | undefined
  server.addHook('preClose', async () => {
    // Not awaited here, so that requests in flight end at both ports at the same time.
    closed = new Promise((resolve) => port.close(() => resolve()))
    closeIdleSocketsUntilClosed({ server: port })
  })
  server.addHook('onClose', () => closed ?? Promise.resolve())
}

/** Closes new connections of an IP address that has `maxConnectionsPerAddress`, so one machine cannot block others. */
function limitEachAddress(port: Server): void {
  const open = new Map<string, number>()
  port.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return
    const count = (open.get(remoteAddress) ?? 0) + 1
    if (count > maxConnectionsPerAddress) return void socket.destroy()
    open.set(remoteAddress, count)
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1
      if (left > 0) open.set(remoteAddress, left)
      else open.delete(remoteAddress)
    })
  })
}

/** Listens on a port. Rejects with the same errors as `listen` of node:net. */
export function listenOnPort(server: Server, place: { port: number; host: string }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // The address is known as soon as the server listens.
    server.listen(place, () => resolve(server.address() as AddressInfo))
  })
}
