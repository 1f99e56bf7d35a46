// Connects to a mail server named by a gym. A gym of a shared installation must not reach the internal network, so the
// address is checked after resolving the name, and that very address is used for the connection.
import { lookup } from 'node:dns'
import { once } from 'node:events'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

export class InternalAddressError extends Error {}

const insideText =
  'Ese servidor está en una red interna: solo quien lleva la instalación puede configurarlo, en su pantalla'

/** IPv4 and IPv6 need separate lists; one list would match IPv4 addresses against IPv6 networks that embed them. */
const listsOfBoth = () => ({ ipv4: new BlockList(), ipv6: new BlockList() })

/** Addresses that are not public (RFC 6890), and IPv6 networks that embed IPv4 addresses. */
const inside = listsOfBoth()
for (const [network, length] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.ipv4.addSubnet(network, length, 'ipv4')
for (const [network, length] of [
  // Everything except public unicast addresses 2000::/3, and within these 6to4 and Teredo.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2002::', 16],
  ['2001::', 32],
] as const)
  inside.ipv6.addSubnet(network, length, 'ipv6')

/** Networks of this machine's interfaces, even if their addresses are public. */
function ownNetworks(interfaces: Interfaces) {
  const own = listsOfBoth()
  for (const { cidr, family } of Object.values(interfaces).flatMap((all) => all ?? [])) {
    const [network, length] = cidr?.split('/') ?? []
    const kind = family === 'IPv6' ? 'ipv6' : 'ipv4'
    if (network && length) own[kind].addSubnet(network, Number(length), kind)
  }
  return own
}

type Interfaces = ReturnType<typeof networkInterfaces>

export function isInternalAddress(address: string, interfaces: Interfaces = networkInterfaces()): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return [inside, ownNetworks(interfaces)].some((lists) => lists[family].check(address, family))
}

const lookupOutside: LookupFunction = (hostname, options, found) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '')
    if (addresses.some(({ address }) => isInternalAddress(address)))
      return found(new InternalAddressError(insideText), '')
    if (options.all) return found(null, addresses)
    const [first] = addresses
    found(null, first?.address ?? '', first?.family)
  })

interface Place {
  host: string
  port: number
  timeoutMs: number
  mayReachInside: () => Promise<boolean>
}

export async function openSocketWithAddressCheck({ host, port, timeoutMs, mayReachInside }: Place): Promise<Socket> {
  const everywhere = await mayReachInside()
  if (!everywhere && isIP(host) && isInternalAddress(host)) throw new InternalAddressError(insideText)
  const socket = connect({ host, port, ...(everywhere ? {} : { lookup: lookupOutside }) })
  const late = AbortSignal.timeout(timeoutMs)
  try {
    await once(socket, 'connect', { signal: late })
    return socket
  } catch (error) {
    socket.destroy()
    throw late.aborted ? Object.assign(new Error('no connection in time'), { timeoutType: 'CONNECT_TIMEOUT' }) : error
  }
}
