// That a process lives, where its number does not tell: Windows knows no hour at which one of a number began, and a container
// sees no process of another's. It listens at a name of its own, at which nobody answers any more once it ended, however it did.
import { rmSync, symlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { errorCode } from '../../platform/files/errors.ts'
import { fitsSocket, shortFolder } from './socket-path.ts'

interface Place {
  path: string
  /** No longer needed once whoever listens there, or asked, is done. */
  leave(): void
}

const nothing = () => {}
const fileOf = (dataDir: string, name: string) => join(dataDir, `torniquete.lock.${name}`)

/** In the data folder, which is what two containers share; by a shorter way where its path is too long for a socket's. */
function placeOf(dataDir: string, name: string, platform: NodeJS.Platform): Place {
  // Linux has such names too, and so the tests.
  if (platform === 'win32') {
    const path = process.platform === 'win32' ? `\\\\.\\pipe\\torniquete-${name}` : `\0torniquete-${name}`
    return { path, leave: nothing }
  }
  const path = fileOf(dataDir, name)
  if (fitsSocket(path)) return { path, leave: nothing }
  const within = (folder: string) => fileOf(join(folder, 'd'), name)
  const folder = shortFolder((candidate) => fitsSocket(within(candidate)))
  symlinkSync(resolve(dataDir), join(folder, 'd'))
  return { path: within(folder), leave: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Answers what ends it. */
export function openLivenessSocket(dataDir: string, name: string, platform = process.platform): Promise<() => void> {
  const { path, leave } = placeOf(dataDir, name, platform)
  return new Promise((done, reject) => {
    const server = createServer((socket) => socket.destroy())
    // A disk that knows no sockets leaves the number alone.
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
    // It holds up no end.
    server.unref()
  })
}

/** What answers otherwise than that nobody is there, as to another user, is there. */
export function isListening(dataDir: string, name: string, platform = process.platform): Promise<boolean> {
  const { path, leave } = placeOf(dataDir, name, platform)
  return new Promise<boolean>((tell) => {
    const socket = connect(path)
    socket.once('connect', () => {
      tell(true)
      socket.destroy()
    })
    socket.on('error', (error) => tell(!['ENOENT', 'ECONNREFUSED'].includes(errorCode(error) ?? '')))
  }).finally(leave)
}

/** What one that was killed left. */
export function removeLivenessSocket(dataDir: string, name: string, platform: NodeJS.Platform): void {
  if (platform !== 'win32') rmSync(fileOf(dataDir, name), { force: true })
}
