// Whose connections stay open after an answer. At their own port they count against its limit (http/door-port.ts): were all of it
// kept ones, nobody else could call.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Half of what that port takes: terminals beyond that begin a new one for each call. */
const most = 1000
/** Of one number: a terminal whose line was lost has a dead one yet. */
const mostOfOne = 2

export class KeptConnections {
  readonly #owners = new Map<Socket, string>()
  readonly #counts = new Map<string, number>()

  /** Whether this one stays; from then on it does until it ends, whoever else calls over it, as behind a proxy. */
  keeps(socket: Socket, sn: string): boolean {
    if (this.#owners.has(socket)) return true
    const own = this.#counts.get(sn) ?? 0
    if (socket.destroyed || own >= mostOfOne || this.#owners.size >= most) return false
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
 * In words, as Android and curl do: over TLS each new one costs more than the call. Who says nothing, or `starting`, is of the old
 * ones that wait for the end of the connection (protocol §2).
 */
export const asksToBeKept = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && /(?:^|,)\s*keep-alive\s*(?:,|$)/i.test(headers.connection ?? '')
