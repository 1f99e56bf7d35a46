// Limits keep-alive connections of terminals. They count against the limit of the terminals' port
// (http/door-port.ts), which must keep room for new callers.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Half of the port's limit. Further terminals open a new connection for each call. */
const maxConnections = 1000
/** Connections per serial number: a terminal that was cut off still has a dead one. */
const maxPerTerminal = 2

export class KeepAliveLimit {
  readonly #owners = new Map<Socket, string>()
  readonly #counts = new Map<string, number>()

  /** True if this connection may stay open. It then stays until it ends, even if others share it through a proxy. */
  tryKeep(socket: Socket, sn: string): boolean {
    if (this.#owners.has(socket)) return true
    const own = this.#counts.get(sn) ?? 0
    if (socket.destroyed || own >= maxPerTerminal || this.#owners.size >= maxConnections) return false
    this.#owners.set(socket, sn)
    this.#counts.set(sn, own + 1)
    socket.once('close', () => this.#ended(socket, sn))
    return true
  }

  #ended(socket: Socket, sn: string): void {
    this.#owners.delete(socket)
    const left = (this.#counts.get(sn) ?? 1) - 1
    if (left > 0) this.#counts.set(sn, left)
    else this.#counts.delete(sn)
  }
}

/**
 * True if the client asks for keep-alive, as Android and curl do: over TLS a new connection costs more than the
 * call. Old terminals send no such header, or `starting`, and wait for the end of the connection (protocol §2).
 */
export const requestsKeepAlive = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && /(?:^|,)\s*keep-alive\s*(?:,|$)/i.test(headers.connection ?? '')
