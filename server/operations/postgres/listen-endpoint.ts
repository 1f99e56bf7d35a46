import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { changeOwnerToPostgres, type Launcher } from './launch.ts'
import { isSocketPathShort, makeShortFolder } from './socket-path.ts'

export interface Endpoint {
  host: string
  port: number
  settings: Record<string, string>
  /** Every user of the machine can connect. */
  isOpen: boolean
  remove(): void
}

const PORT = 5432

/** A socket in a folder that only its owner may enter, so `trust` is safe. */
export async function chooseEndpoint(
  dataDir: string,
  launcher: Launcher,
  platform: NodeJS.Platform,
): Promise<Endpoint> {
  if (platform === 'win32') return loopbackEndpoint()
  const folder = join(dataDir, 'socket')
  const fits = (path: string) => isSocketPathShort(join(path, `.s.PGSQL.${PORT}`))
  const host = fits(folder) ? folder : makeShortFolder(fits)
  if (host === folder) mkdirSync(folder, { recursive: true, mode: 0o700 })
  changeOwnerToPostgres(launcher, host)
  return {
    host,
    port: PORT,
    settings: { listen_addresses: '', unix_socket_directories: quoted(host), port: String(PORT) },
    isOpen: false,
    remove: () => rmSync(host, { recursive: true, force: true }),
  }
}

/** Quoted, because the setting is a list separated by commas. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

/** Node cannot connect to a socket file on Windows. */
async function loopbackEndpoint(): Promise<Endpoint> {
  const host = '127.0.0.1'
  const port = await freePort(host)
  const settings = { listen_addresses: host, unix_socket_directories: '', port: String(port) }
  return { host, port, settings, isOpen: true, remove: () => {} }
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, host, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : PORT
      probe.close(() => resolve(port))
    })
  })
}
