// Shows that a process is alive where its pid does not: Windows does not tell when a process began, and containers do
// not see each other's. The process listens on a socket or pipe with a unique name, which dies with it.
import { rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { getErrorCode } from '../../platform/files/errors.ts'
import { isSocketPathShort, makeShortFolder } from './socket-path.ts'

interface Place {
  path: string
  /** Call it after listening or asking. */
  leave(): void
}

const nothing = () => {}
const socketFile = (dataDir: string, name: string) => join(dataDir, `torniquete.lock.${name}`)

/** In the data folder, which containers share; through a short link if the path is too long for a socket. */
function choosePlace(dataDir: string, name: string, platform: NodeJS.Platform): Place {
  // Tests on Linux use abstract sockets.
  if (platform === 'win32') {
    const path = process.platform === 'win32' ? `\\\\.\\pipe\\torniquete-${name}` : `\0torniquete-${name}`
    return { path, leave: nothing }
  }
  const path = socketFile(dataDir, name)
  if (isSocketPathShort(path)) return { path, leave: nothing }
  const within = (folder: string) => socketFile(join(folder, 'd'), name)
  const folder = makeShortFolder((candidate) => isSocketPathShort(within(candidate)))
  symlinkSync(resolve(dataDir), join(folder, 'd'))
  return { path: within(folder), leave: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Returns the function that closes it. */
export function openLivenessSocket(dataDir: string, name: string, platform = process.platform): Promise<() => void> {
  const { path, leave } = choosePlace(dataDir, name, platform)
  return new Promise((done, reject) => {
    const server = createServer((socket) => socket.destroy())
    // Disks without sockets leave the pid as the only proof.
    server.once('error', (error) => {
      leave()
      if (platform === 'win32') reject(error)
      else done(nothing)
    })
    server.listen(path, () => {
      leave()
      done(() => {
        server.close()
        removeLivenessSocket(dataDir, name, platform)
      })
    })
    // Does not keep the process running.
    server.unref()
  })
}

/** Any error other than a refused connection means that a process listens. */
export function isListening(dataDir: string, name: string, platform = process.platform): Promise<boolean> {
  const { path, leave } = choosePlace(dataDir, name, platform)
  return new Promise<boolean>((tell) => {
    const socket = connect(path)
    socket.once('connect', () => {
      tell(true)
      socket.destroy()
    })
    socket.on('error', (error) => tell(!['ENOENT', 'ECONNREFUSED'].includes(getErrorCode(error) ?? '')))
  }).finally(leave)
}

/** Removes the socket of a killed process. */
export function removeLivenessSocket(dataDir: string, name: string, platform: NodeJS.Platform): void {
  if (platform !== 'win32') rmSync(socketFile(dataDir, name), { force: true })
}
