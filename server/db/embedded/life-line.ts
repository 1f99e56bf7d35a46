// That a process lives, where the system does not tell when the one of a number began: it listens at a name of its own, which goes
// with it however it ends.
import { connect, createServer } from 'node:net'
import { errorCode } from './errors.ts'

// Linux has such names too, and so the tests.
const placeOf = (name: string) =>
  process.platform === 'win32' ? `\\\\.\\pipe\\torniquete-${name}` : `\0torniquete-${name}`

/** Answers what ends it. */
export function listenAs(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(placeOf(name), () => resolve(() => server.close()))
    // It holds up no end.
    server.unref()
  })
}

/** What answers otherwise than that nobody is there, as to another user, is there. */
export function isListening(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(placeOf(name))
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
    socket.on('error', (error) => resolve(!['ENOENT', 'ECONNREFUSED'].includes(errorCode(error) ?? '')))
  })
}
