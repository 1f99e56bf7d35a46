import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import { giveToPostgres, type Launcher } from './launch.ts'

export interface Endpoint {
  host: string
  port: number
  settings: Record<string, string>
  remove(): void
}

const PORT = 5432
/** sockaddr_un has 108 bytes with its final zero. */
const LONGEST_SOCKET_PATH = 107

/** A socket in a folder that only its owner may enter: with `trust`, the folder is the password. */
export async function chooseEndpoint(dataDir: string, launcher: Launcher): Promise<Endpoint> {
  if (process.platform === 'win32') return loopbackEndpoint()
  const folder = join(dataDir, 'socket')
  const fits = (path: string) => Buffer.byteLength(join(path, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH
  const host = fits(folder) ? folder : shortFolder(fits)
  if (host === folder) mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToPostgres(launcher, host)
  return {
    host,
    port: PORT,
    settings: { listen_addresses: '', unix_socket_directories: quoted(host), port: String(PORT) },
    remove: () => rmSync(host, { recursive: true, force: true }),
  }
}

/** A new name each time: a known one in a folder open to all could have been put there by somebody else. */
function shortFolder(fits: (path: string) => boolean): string {
  const parent = [tmpdir(), '/tmp'].find((path) => fits(join(path, 'torniquete-XXXXXX')))
  if (!parent) throw new EmbeddedPostgresError(`La carpeta temporal ${tmpdir()} tiene un nombre demasiado largo.`)
  return mkdtempSync(join(parent, 'torniquete-'))
}

/** The setting is a list of names: a comma in the path must not divide it. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

/** Node cannot connect to a socket file on Windows. */
async function loopbackEndpoint(): Promise<Endpoint> {
  const host = '127.0.0.1'
  const port = await freePort(host)
  return { host, port, settings: { listen_addresses: host, port: String(port) }, remove: () => {} }
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
