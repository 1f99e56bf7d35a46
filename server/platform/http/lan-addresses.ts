import type { Server } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Lists the machine's IPv4 addresses except loopback, or the single address on which the server listens. */
export function listLanIpAddresses(host: string, interfaces = networkInterfaces()): string[] {
  const own = Object.values(interfaces).flatMap((each) => each ?? [])
  // Leaves out 169.254 addresses, which an interface without DHCP assigns to itself.
  const reachable = own.filter(
    ({ family, internal, address }) => family === 'IPv4' && !internal && !/^169\.254\./.test(address),
  )
  const listening = reachable.map(({ address }) => address)
  const isAny = host === '0.0.0.0' || host === '::'
  return [...new Set(isAny ? listening : listening.filter((address) => address === host))]
}

/** Lists URLs such as `http://192.168.1.20:3000`. */
export const listLanUrls = (host: string, port: number, interfaces = networkInterfaces()): string[] =>
  listLanIpAddresses(host, interfaces).map((address) => `http://${address}:${port}`)

/** Returns the port on which the server listens; 0 if it does not listen yet. */
export function getPort(server: Pick<Server, 'address'>): number {
  const bound = server.address()
  return typeof bound === 'object' && bound ? bound.port : 0
}
