// A proxy between servers and their database that fails like networks: silently, with an error, late, or at the answer
// to a COMMIT.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { DatabaseAddress } from '../platform/db/connection.ts'

type SocketAddress = Exclude<DatabaseAddress, { connectionString: string }>

interface Connection {
  /** The connection's application name: `torniquete`, `torniquete announcements`. */
  name: string
  near: Socket
  far: Socket
  /** Drops the answer to the next COMMIT together with the connection. */
  losesCommit: boolean
}

/** Selects connections by application name; all without one. */
type Which = string | undefined

export class FaultyProxy {
  readonly #server: Server
  readonly #target: SocketAddress
  readonly #connections = new Set<Connection>()
  readonly #silent = new Set<Which>()
  #commitsToLose = 0
  readonly #turns = new Map<string, number>()

  private constructor(server: Server, target: SocketAddress) {
    this.#server = server
    this.#target = target
  }

  static async to(address: DatabaseAddress): Promise<FaultyProxy> {
    if (!('database' in address)) throw new Error('a line leads to a socket’s address')
    // No delay, as on the driver's own connections: Nagle's algorithm would slow down every connection.
    const server = createServer({ noDelay: true }, (near) => line.#join(near))
    const line = new FaultyProxy(server, address)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return line
  }

  /** Address under which servers reach the database through the proxy. */
  get address(): SocketAddress {
    const { port } = this.#server.address() as AddressInfo // a listening server has a port
    return { ...this.#target, host: '127.0.0.1', port }
  }

  /** Number of sends that follow an answer: round trips, however many statements each contains. */
  turns(which: string): number {
    return this.#turns.get(which) ?? 0
  }

  /** Silently drops all data in both directions from now on; new connections are accepted and equally silent. */
  swallow(which?: string): void {
    this.#silent.add(which)
    for (const each of this.#of(which)) this.#hush(each)
  }

  /** Delivers dropped data after all, like TCP retransmission. */
  deliver(): void {
    this.#silent.clear()
    for (const { near, far } of this.#connections) {
      near.resume()
      far.resume()
    }
  }

  /** The next commits succeed, but their connections end before the answer. */
  loseCommits(count: number): void {
    this.#commitsToLose = count
  }

  async close(): Promise<void> {
    for (const { near, far } of this.#connections) {
      near.destroy()
      far.destroy()
    }
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #of(which: Which): Connection[] {
    return [...this.#connections].filter(({ name }) => which === undefined || name === which)
  }

  #hush({ near, far }: Connection): void {
    near.pause()
    far.pause()
  }

  #join(near: Socket): void {
    const { host, port } = this.#target
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect({ port, host, noDelay: true })
    const connection: Connection = { name: '', near, far, losesCommit: false }
    this.#connections.add(connection)
    let answered = true
    near.on('data', (data) => {
      connection.name ||= nameIn(data)
      if (answered) this.#turns.set(connection.name, this.turns(connection.name) + 1)
      answered = false
      if (this.#commitsToLose > 0 && data.includes('commit\0')) {
        this.#commitsToLose -= 1
        connection.losesCommit = true
      }
      far.write(data)
      // Recognised by its first words only.
      if (this.#silent.has(undefined) || this.#silent.has(connection.name)) this.#hush(connection)
    })
    far.on('data', (data) => {
      answered = true
      if (!connection.losesCommit) near.write(data)
      else if (data.includes('COMMIT\0')) near.destroy()
    })
    const end = () => {
      this.#connections.delete(connection)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', () => {}).on('close', end)
  }
}

/** application_name in the startup message. */
function nameIn(data: Buffer): string {
  const words = data.toString('latin1').split('\0')
  const at = words.indexOf('application_name')
  return at < 0 ? '' : (words[at + 1] ?? '')
}
