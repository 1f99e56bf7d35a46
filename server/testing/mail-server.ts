// A mail server for one test, on a loopback address of its own, so that it can use the standard mail ports.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

let made = 0
/** Returns a new loopback address that no other test process uses. */
const ownAddress = () => `127.${1 + (process.pid % 250)}.${Math.floor(process.pid / 250) % 250}.${10 + made++}`

const port = 2525

export interface MailServer {
  host: string
  port: number
  /** Received mails as raw text with headers. */
  mails: string[]
  close(): Promise<void>
}

/** Makes a mail server, not started yet, that accepts and records every mail unless options say otherwise. */
export function makeMailServer(options: SMTPServerOptions = {}): { server: SMTPServer; mails: string[] } {
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    closeTimeout: 100,
    onData: (stream, _, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part) => parts.push(part))
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString())
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  return { server, mails }
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const { server, mails } = makeMailServer(options)
  const host = ownAddress()
  await once(server.server.listen(port, host), 'listening')
  return { host, port, mails, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Starts a server that speaks no SMTP and passes each connection to the given function. */
export async function startTcpServer(meet: (socket: Socket) => void): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    meet(socket)
  })
  const host = ownAddress()
  await once(server.listen(port, host), 'listening')
  return {
    host,
    port,
    mails: [],
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns an address at which no server listens. */
export const makeUnusedAddress = () => ({ host: ownAddress(), port })

export const makeSmtpError = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
