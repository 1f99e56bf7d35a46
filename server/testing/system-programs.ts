// Programs of other vendors that a test runs next to the product.
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Path of an installed program; system programs need not be in PATH. */
export const findProgram = (name: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

const versions = '/usr/lib/postgresql'

/** A program of Debian's newest PostgreSQL, which is not in PATH. */
export function findPostgresProgram(name: string): string | undefined {
  if (!existsSync(versions)) return
  const newest = readdirSync(versions).sort((one, other) => Number(other) - Number(one))
  return newest.map((version) => join(versions, version, 'bin', name)).find((path) => existsSync(path))
}

/** Ports outside the ephemeral range, which the system never assigns to listeners on port 0 or to clients. */
const [firstPort, ports] = [20_000, 12_000]

/** For programs that do not report their port: another process might take a freed ephemeral port before they start. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + randomInt(ports)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

/** Resolves after it has ended. */
export async function killAndWait(program: ChildProcess | undefined): Promise<void> {
  if (!program) return
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}
