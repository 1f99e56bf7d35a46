// Where other machines of the place reach the server: what a phone, another PC or a terminal is given.
import { networkInterfaces } from 'node:os'

/** `http://192.168.1.20:3000`, one for each IPv4 address of this machine but its own loop; none where it listens on one. */
export function lanAddresses(host: string, port: number, interfaces = networkInterfaces()): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const own = Object.values(interfaces).flatMap((each) => each ?? [])
  // 169.254 is what a card gives itself while nobody gives it an address.
  const reachable = own.filter(
    ({ family, internal, address }) => family === 'IPv4' && !internal && !/^169\.254\./.test(address),
  )
  return [...new Set(reachable.map(({ address }) => `http://${address}:${port}`))]
}
