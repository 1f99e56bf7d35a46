// Programs of others that a test runs beside ours.
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Its path, where it is installed: what belongs to the system is on nobody's path. */
export const installed = (name: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

const versions = '/usr/lib/postgresql'

/** A program of Debian's newest PostgreSQL, which stands on nobody's path. */
export function systemPostgres(name: string): string | undefined {
  if (!existsSync(versions)) return
  const newest = readdirSync(versions).sort((one, other) => Number(other) - Number(one))
  return newest.map((version) => join(versions, version, 'bin', name)).find((path) => existsSync(path))
}

/** Ports that no system gives away by itself: whoever listens at 0 meanwhile, or connects, is given another. */
const [firstPort, ports] = [20_000, 12_000]

/** For what says nowhere which port it was given: between this and its start somebody else might take it. */
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

/** Answers once it has ended. */
export async function killed(program: ChildProcess | undefined): Promise<void> {
  if (!program) return
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}
