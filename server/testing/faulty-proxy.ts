// A proxy between servers and their database that fails like networks: silently, with an error, late, or at the answer
// to a COMMIT.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { DatabaseAddress } from '../platform/db/connection.ts'

type SocketAddress = Exclude<DatabaseAddress, { connectionString: string }>

interface Connection {
  /** Application name of the connection: `torniquete` or `torniquete announcements`. */
  name: string
  near: Socket
  far: Socket
  /** True if the answer to the next COMMIT is dropped together with the connection. */
  losesCommit: boolean
}

/** Application name that selects connections; undefined selects all. */
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
    // Disables Nagle's algorithm as the driver does, since it would slow down every connection.
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

  /** Number of round trips of the connections with this name; statements sent together count once. */
  turns(which: string): number {
    return this.#turns.get(which) ?? 0
  }

  /** From now on silently drops all data in both directions, on existing and new connections. */
  swallow(which?: string): void {
    this.#silent.add(which)
    for (const each of this.#of(which)) this.#hush(each)
  }

  /** Delivers the dropped data late, like TCP retransmission. */
  deliver(): void {
    this.#silent.clear()
    for (const { near, far } of this.#connections) {
      near.resume()
      far.resume()
    }
  }

  /** The next `count` commits succeed, but their connections end before the answer arrives. */
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
      // Drops data only now, because the first data of a connection state the name by which connections are selected.
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

/** Reads application_name from a connection's startup message. */
function nameIn(data: Buffer): string {
  const words = data.toString('latin1').split('\0')
  const at = words.indexOf('application_name')
  return at < 0 ? '' : (words[at + 1] ?? '')
}
