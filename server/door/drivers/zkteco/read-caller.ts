// Reads the caller of a request: address, MAC address and key, which distinguish terminals with the same serial
// number.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../origins.ts'
import type { TerminalRequest } from './push-requests.ts'

/** The address in one form for IPv4 and IPv6. An invalid one becomes 0.0.0.0. */
export function normalizeAddress(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(plain) ? plain : '0.0.0.0'
}

/** The MAC address comes from a header (protocol §2), the key from a handshake (§4). */
export function readCaller({ ip, headers }: FastifyRequest, asked: TerminalRequest): Caller {
  const said = headers.mac
  const mac = typeof said === 'string' && /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i.test(said) ? said.toLowerCase() : null
  return { address: normalizeAddress(ip), mac, ...(asked.kind === 'handshake' && { key: asked.key }) }
}
