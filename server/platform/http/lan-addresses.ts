import type { Server } from 'node:net'
import { networkInterfaces } from 'node:os'

/** All IPv4 addresses of this machine except loopback; if the server listens on one of them, only that one. */
export function listOwnAddresses(host: string, interfaces = networkInterfaces()): string[] {
  const own = Object.values(interfaces).flatMap((each) => each ?? [])
  // 169.254 addresses are self-assigned, by an interface without DHCP.
  const reachable = own.filter(
    ({ family, internal, address }) => family === 'IPv4' && !internal && !/^169\.254\./.test(address),
  )
  const listening = reachable.map(({ address }) => address)
  const isAny = host === '0.0.0.0' || host === '::'
  return [...new Set(isAny ? listening : listening.filter((address) => address === host))]
}

/** `http://192.168.1.20:3000` */
export const listLanAddresses = (host: string, port: number, interfaces = networkInterfaces()): string[] =>
  listOwnAddresses(host, interfaces).map((address) => `http://${address}:${port}`)

/** The port it listens on; 0 before that. */
export function getPort(server: Pick<Server, 'address'>): number {
  const bound = server.address()
  return typeof bound === 'object' && bound ? bound.port : 0
}
