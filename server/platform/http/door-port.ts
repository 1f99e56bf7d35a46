// A port for terminals (DOOR_PORT, DOOR_HOST) that serves only their calls; the main port then serves none of them.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors } from '@torniquete/contract/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { connectionOptions, releaseConnections } from './framework.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route of terminals: served at their port only, where there is one. */
    door?: true
  }
  interface FastifyInstance {
    /** The server of the terminals' port; null where terminals call at the main port. */
    doorPort: Server | null
  }
}

/** Connections at once: a thousand polling terminals, some of them on slow lines. */
const maxConnectionsInAll = 2000
/** Connections of one address: terminals of several gyms may share one. */
const maxConnectionsPerAddress = 64
/** Milliseconds for the headers of a request, and for all of it: 1 MB over GPRS takes a quarter of an hour. */
const requestTimeouts = { headersTimeout: 10_000, requestTimeout: 1_200_000 }

/** Called before routes and plugins are registered, so that its 404 precedes their hooks. Closes with the server. */
export function openDoorPort(server: FastifyInstance, { door }: Pick<Config, 'door'>): void {
  server.decorate('doorPort', null)
  if (!door) return
  const came = new WeakSet<IncomingMessage>()
  const port = createServer({ ...connectionOptions, ...requestTimeouts }, (request, response) => {
    came.add(request)
    // No proxy stands before this port: by these headers a caller could choose its own address.
    for (const name of Object.keys(request.headers))
      if (name.startsWith('x-forwarded-') || name === 'forwarded') delete request.headers[name]
    server.routing(request, response)
  })
  port.maxConnections = maxConnectionsInAll
  limitEachAddress(port)
  server.doorPort = port
  // Decided by the route that was matched, since one address has many spellings.
  server.addHook('onRequest', async (request, reply) => {
    if ((request.routeOptions.config.door === true) === came.has(request.raw)) return undefined
    return reply.code(404).send({ detail: errors['route.missing'][1] })
  })
  let closed: Promise<void> | undefined
  server.addHook('preClose', async () => {
    // Not waited for here: requests in flight end at both ports together.
    closed = new Promise((resolve) => port.close(() => resolve()))
    releaseConnections({ server: port })
  })
  server.addHook('onClose', () => closed ?? Promise.resolve())
}

/** Closes a connection at once if its address has `maxConnectionsPerAddress`, so one machine cannot block the door. */
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

/** Rejects as `listen` of node:net does. */
export function listenOn(server: Server, place: { port: number; host: string }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // A server that listens at a port has an address.
    server.listen(place, () => resolve(server.address() as AddressInfo))
  })
}
