// Finds and runs programs of other vendors that tests need, such as PostgreSQL's tools.
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Path of an installed program, also if it is in a system folder outside PATH. */
export const findProgram = (name: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

const versions = '/usr/lib/postgresql'

/** Path of a program of Debian's newest PostgreSQL, which is not in PATH. */
export function findPostgresProgram(name: string): string | undefined {
  if (!existsSync(versions)) return
  const newest = readdirSync(versions).sort((one, other) => Number(other) - Number(one))
  return newest.map((version) => join(versions, version, 'bin', name)).find((path) => existsSync(path))
}

/** Ports outside the ephemeral range: the system never assigns them to clients or to listeners on port 0. */
const [firstPort, ports] = [20_000, 12_000]

/** Finds a free port for programs that cannot report one. An ephemeral port might be taken before they start. */
export async function findFreePort(): Promise<number> {
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

/** Kills a program and resolves when it has ended. */
export async function killAndWait(program: ChildProcess | undefined): Promise<void> {
  if (!program) return
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}
