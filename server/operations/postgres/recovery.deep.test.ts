import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  dataDir,
  makePathWithPrograms,
  queryValues,
  startTestPostgres,
  useDataFolder,
} from '../../testing/data-folder.ts'
import { startTypeScriptChild, writeTypeScriptProgram } from '../../testing/typescript-child.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { isProcessAlive } from './processes.ts'

useDataFolder()
afterEach(() => void vi.useRealTimers())

const pidFile = () => join(dataDir, 'postgres/postmaster.pid')
const postmasterPid = () => Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)
const aMinute = 60_000

const storingChild = `
  import pg from 'pg'
  import { startEmbeddedPostgres } from '@/embedded-postgres.ts'
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query('create table counted (n int)')
  for (let n = 1; ; n++) {
    await client.query('insert into counted values ($1)', [n])
    process.stdout.write(n + '\\n')
  }
`

// Without setpriv PostgreSQL does not notice that its parent ended, as on systems other than Linux.
test.each(['unshare and setpriv', 'unshare'])(
  'recovery: after kill -9 of a server started with %s, acknowledged rows exist',
  async (programs) => {
    const child = writeTypeScriptProgram(join(dataDir, 'child'), storingChild)
    const victim = startTypeScriptChild(child, [dataDir], {
      path: makePathWithPrograms('true', ...programs.split(' and ')),
    })
    let acknowledged = 0
    while (acknowledged < 50) acknowledged = Number(await victim.nextLine())
    await expect(startTestPostgres()).rejects.toThrow(`(proceso ${victim.process.pid})`)
    const orphan = postmasterPid()
    victim.process.kill('SIGKILL')
    await victim.ended

    const lines: string[] = []
    const server = await startTestPostgres(dataDir, (line) => lines.push(line))
    if (programs === 'unshare') expect(lines).toEqual([expect.stringContaining(`(proceso ${orphan})`)])
    expect(postmasterPid()).not.toBe(orphan)
    expect(isProcessAlive(orphan)).toBe(false)
    expect(Number((await queryValues(server, 'select max(n) from counted'))[0])).toBeGreaterThanOrEqual(acknowledged)
  },
)

test.skipIf(process.platform === 'win32')('stop: succeeds although the PostgreSQL process is frozen', async () => {
  const first = await startTestPostgres()
  const frozen = postmasterPid()
  process.kill(frozen, 'SIGSTOP')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stopping = first.stop()
  vi.advanceTimersByTime(2 * aMinute)
  vi.useRealTimers()
  await stopping
  expect(isProcessAlive(frozen)).toBe(false)
  expect(await queryValues(await startTestPostgres(), 'select 1')).toEqual([1])
})

const passes = (minutes: number) => vi.advanceTimersByTime(minutes * aMinute)

test('recovery: may take any time while PostgreSQL reports it, and prints progress lines', async () => {
  await (await startTestPostgres()).stop()
  writeFileSync(join(dataDir, 'postgres/recovery.signal'), '')
  const [asked, over] = [join(dataDir, 'asked'), join(dataDir, 'over')]
  // Recovery waits until the test creates a file, and ends by itself if the test ends.
  const settings = {
    restore_command: `touch "${asked}"; for n in $(seq 1200); do test -e "${over}" && exit 1; sleep 0.05; done; exit 1`,
    recovery_target_action: 'promote',
  }
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: string[] = []
  const log = (line: string) => {
    lines.push(line)
    if (lines.length < 4) passes(4)
    else writeFileSync(over, '')
  }
  const starting = startEmbeddedPostgres({ dataDir, settings, log })
  await vi.waitUntil(() => existsSync(asked), { timeout: 50_000 })
  passes(1)
  const server = await starting
  await server.stop()
  expect(lines).toEqual(
    ['60 segundos', '5 minutos', '9 minutos', '13 minutos'].map((passed) =>
      expect.stringContaining(`lleva ${passed}.`),
    ),
  )
})
