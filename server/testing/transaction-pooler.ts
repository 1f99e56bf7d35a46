// A pooler in transaction mode, like PgBouncer with `pool_mode = transaction`: each transaction of a session may use
// another connection, so session settings do not persist.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { TestServer } from './global-setup.ts'

/** A connection to the database, and the session that uses it for one transaction. */
interface Backend {
  socket: Socket
  session: Session | null
}

interface Session {
  socket: Socket
  backend: Backend | null
  waiting: Buffer[]
  /** Queries whose answer has not ended yet. */
  asked: number
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const welcome = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
])

/** Calls back with each complete message of a stream; the first one has no type. */
function onMessages(socket: Socket, startsUntyped: boolean, take: (type: string, whole: Buffer) => void): void {
  let rest = Buffer.alloc(0)
  let untyped = startsUntyped
  socket.on('data', (data) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const head = untyped ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const whole = rest.subarray(0, length)
      rest = rest.subarray(length)
      take(untyped ? '' : String.fromCharCode(whole[0] ?? 0), whole)
      untyped = false
    }
  })
}

export class TransactionPooler {
  readonly #target: TestServer
  readonly #database: string
  readonly #server: Server
  readonly #free: Backend[] = []
  readonly #sockets = new Set<Socket>()

  private constructor(target: TestServer, database: string) {
    this.#target = target
    this.#database = database
    this.#server = createServer((socket) => this.#serve(socket))
  }

  static async before(target: TestServer, database: string): Promise<TransactionPooler> {
    const pooler = new TransactionPooler(target, database)
    await new Promise<void>((resolve) => pooler.#server.listen(0, '127.0.0.1', resolve))
    return pooler
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo // a listening server has a port
    return `postgres://${this.#target.user}@127.0.0.1:${port}/${this.#database}`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket.on('error', () => {}))
    const session: Session = { socket, backend: null, waiting: [], asked: 0 }
    onMessages(socket, true, (type, whole) => {
      if (type === '') socket.write(welcome)
      else if (type !== 'X') {
        if (type === 'Q' || type === 'S') session.asked += 1
        session.waiting.push(whole)
        this.#forward(session)
      }
    })
  }

  #forward(session: Session): void {
    session.backend ??= this.#free.pop() ?? this.#open()
    session.backend.session = session
    for (const each of session.waiting.splice(0)) session.backend.socket.write(each)
  }

  #open(): Backend {
    const { host, port, user } = this.#target
    const socket = connect(`${host}/.s.PGSQL.${port}`)
    const backend: Backend = { socket, session: null }
    this.#sockets.add(socket.on('error', () => {}))
    const words = Buffer.from(`user\0${user}\0database\0${this.#database}\0\0`)
    const start = Buffer.alloc(8)
    start.writeInt32BE(words.length + 8)
    start.writeInt32BE(196_608, 4)
    socket.write(Buffer.concat([start, words]))
    let greeted = false
    onMessages(socket, false, (type, whole) => {
      if (!greeted) greeted = type === 'Z'
      else this.#answer(backend, type, whole)
    })
    return backend
  }

  #answer(backend: Backend, type: string, whole: Buffer): void {
    const { session } = backend
    if (!session) return
    session.socket.write(whole)
    if (type !== 'Z') return
    session.asked -= 1
    // Between transactions and without pending queries, so the next session gets it.
    if (session.asked > 0 || String.fromCharCode(whole[5] ?? 0) !== 'I') return
    session.backend = null
    backend.session = null
    this.#free.push(backend)
  }
}
