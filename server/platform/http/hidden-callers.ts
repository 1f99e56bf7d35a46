// Detects a container in which all callers seem to come from its own gateway: a proxy such as Docker Desktop or a
// rootless engine hides their addresses. Limits by address then treat all callers as one, and the door cannot tell
// terminals apart.
import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** Number of calls from the gateway alone before the warning. */
const minCalls = 50

/** The default gateway of `/proc/net/route`, as `172.17.0.1`; null where there is none. */
export function readDefaultGateway(routes: string): string | null {
  for (const line of routes.split('\n').slice(1)) {
    const [, destination, gateway = ''] = line.trim().split(/\s+/)
    // Little-endian: 010011AC is 172.17.0.1.
    if (destination === '00000000' && /^[0-9A-F]{8}$/i.test(gateway))
      return (gateway.match(/../g) ?? [])
        .reverse()
        .map((byte) => Number.parseInt(byte, 16))
        .join('.')
  }
  return null
}

const isInContainer = (): boolean => existsSync('/.dockerenv') || existsSync('/run/.containerenv')

const readGateway = (): string | null => {
  try {
    return isInContainer() ? readDefaultGateway(readFileSync('/proc/net/route', 'utf8')) : null
  } catch {
    return null
  }
}

/** Calls `tell` once if the first calls all come from `gateway`. */
export function watchCallers(
  server: FastifyInstance,
  { tell, gateway = readGateway() }: { tell: (line: string) => void; gateway?: string | null },
): void {
  if (gateway === null) return
  let seen = 0
  let watching = true
  server.addHook('onRequest', async ({ socket }) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '')
    if (!watching || address?.startsWith('127.')) return
    seen += 1
    if (address === gateway && seen < minCalls) return
    watching = false
    if (address === gateway)
      tell(
        `Todas las llamadas llegan desde ${gateway}, la puerta de enlace de este contenedor: así no se distingue quién llama. En Linux usa network_mode: host (compose.yaml); con un proxy delante, TRUST_PROXY=true.`,
      )
  })
}
