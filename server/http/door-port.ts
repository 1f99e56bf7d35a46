// Terminals at a port of their own (DOOR_PORT, DOOR_HOST): there they find nothing else, and at the main one nothing of theirs is.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors } from '@torniquete/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { connections, releaseConnections } from './framework.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Terminals call it: answered at their port only, where they have one. */
    door?: true
  }
  interface FastifyInstance {
    /** What listens for terminals alone; null where they call at the main port. */
    doorPort: Server | null
  }
}

/** A thousand terminals that poll, and some of whom the line is slow. */
const mostCallers = 2000
/** Milliseconds in which a call has told what it is; and in which it is whole: 1 MB over GPRS takes a quarter of an hour. */
const patience = { headersTimeout: 10_000, requestTimeout: 1_200_000 }

/** To be called before routes and plugins: its refusal comes before theirs. It ends with the server, as the server does. */
export function separateDoor(server: FastifyInstance, { door }: Pick<Config, 'door'>): void {
  server.decorate('doorPort', null)
  if (!door) return
  const came = new WeakSet<IncomingMessage>()
  const port = createServer({ ...connections, ...patience }, (request, response) => {
    came.add(request)
    // Whoever calls here is believed to be nobody's proxy: these would let him choose his address.
    for (const name of Object.keys(request.headers))
      if (name.startsWith('x-forwarded-') || name === 'forwarded') delete request.headers[name]
    server.routing(request, response)
  })
  port.maxConnections = mostCallers
  server.doorPort = port
  // By the route that was found, not by the address as it is written: that has many spellings.
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

/** Rejects as `listen` of node:net does. */
export function listenAt(server: Server, place: { port: number; host: string }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // A server that listens at a port has an address.
    server.listen(place, () => resolve(server.address() as AddressInfo))
  })
}
