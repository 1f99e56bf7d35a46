// Measures two servers on one database: time until a write on one is visible on the other, also while the other's
// database connection is silently cut; and many concurrent saves of one record.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { announcementsConnectionName } from '../server/platform/live/announcements.ts'
import { FaultyProxy } from '../server/testing/faulty-proxy.ts'
import type { DatabaseSocket } from './bare-pool.ts'
import { fetchAuthorizationHeader } from './bearer-token.ts'
import { smallGyms } from './bench-gyms.ts'
import { type RunningProcess, startBuiltServer } from './processes.ts'
import { summarizeRequestTimes } from './run-load.ts'
import { type BenchReportRow, compareToMaximum } from './write-report.ts'

const gym = smallGyms.first
const writes = 200
const cuts = 3
const rounds = 10
const atOnce = 32

const address = (port: number, path: string) => `http://127.0.0.1:${port}/v1${path}`

/** Adds an attendance on one server; returns the milliseconds from its answer until the other server lists it. */
async function measureVisibility(
  a: number,
  b: number,
  headers: Record<string, string>,
  client: number,
): Promise<number> {
  const list = address(b, '/attendances/detail?size_page=1')
  const newest = async () => {
    const answer = await (await fetch(list, { headers })).json()
    return z.object({ items: z.array(z.object({ attendance_id: z.number() })) }).parse(answer).items[0]?.attendance_id
  }
  await newest()
  const body = JSON.stringify({ id_client: client })
  const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
  const made = z
    .object({ attendance_id: z.number() })
    .parse(await (await fetch(address(a, '/attendances/'), post)).json())
  const written = performance.now()
  // Pauses, so that polling does not take processor time from the servers.
  while ((await newest()) !== made.attendance_id) await pause(2)
  return performance.now() - written
}

/** Milliseconds of the slowest answer when many requests edit one client at the same time. */
async function saveTogether(port: number, headers: Record<string, string>, client: number): Promise<number> {
  const begun = performance.now()
  const times = Array.from({ length: atOnce }, async (_, index) => {
    const { status } = await fetch(address(port, `/clients/${client}`), {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ notes: `de ${index}` }),
    })
    if (status !== 200) throw new Error(`an edit among ${atOnce} was answered ${status}`)
    return performance.now() - begun
  })
  return Math.max(...(await Promise.all(times)))
}

const toDatabase = (socket: DatabaseSocket) => ({ ...socket, user: 'postgres', database: 'postgres' })

const ready = async (port: number): Promise<void> => {
  while ((await fetch(`http://127.0.0.1:${port}/ready`)).status !== 200) await pause(20)
}

export async function measureTwoServers(
  product: RunningProcess,
  socket: DatabaseSocket,
  dataDir: string,
): Promise<BenchReportRow[]> {
  const headers = await fetchAuthorizationHeader(product.port, gym)
  const clients = await (await fetch(address(product.port, '/clients/?size_page=1'), { headers })).json()
  const client = z.object({ items: z.array(z.object({ id: z.number() })) }).parse(clients).items[0]?.id ?? 0
  const lines = [await FaultyProxy.to(toDatabase(socket)), await FaultyProxy.to(toDatabase(socket))] as const
  const folders: string[] = []
  const serverOn = (line: FaultyProxy) => {
    const folder = mkdtempSync(join(tmpdir(), 'torniquete-bench-server-'))
    folders.push(folder)
    return startBuiltServer(folder, {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${line.address.port}/postgres`,
      SESSION_SECRET: readFileSync(join(dataDir, 'session-secret'), 'utf8').trim(),
    })
  }
  // Both servers get a database URL: a server with an embedded database is always alone and sends no notifications.
  const first = await serverOn(lines[0])
  const second = await serverOn(lines[1])
  const a = first.port
  try {
    await ready(a)
    await ready(second.port)
    const calm: number[] = []
    for (let count = 0; count < writes; count += 1) calm.push(await measureVisibility(a, second.port, headers, client))
    const silent: number[] = []
    for (let count = 0; count < cuts; count += 1) {
      lines[1].swallow(announcementsConnectionName)
      silent.push(await measureVisibility(a, second.port, headers, client))
      lines[1].deliver()
      await ready(second.port)
    }
    const edits: number[] = []
    for (let round = 0; round < rounds; round += 1) edits.push(await saveTogether(a, headers, client))
    const ours = summarizeRequestTimes(
      calm,
      calm.reduce((sum, time) => sum + time, 0),
    )
    return [
      {
        what: 'Two servers: time from a write on one until the other shows it',
        ours,
        ...compareToMaximum(ours.p99, 50, 'ms p99'),
      },
      {
        what: 'The same while the other server’s notification connection is silently cut, the slowest of three',
        ...compareToMaximum(Math.max(...silent) / 1000, 5, 's'),
      },
      {
        what: `${atOnce} edits of one client at once, all answered, the slowest of ${rounds} rounds`,
        ...compareToMaximum(Math.max(...edits), 1000, 'ms'),
      },
    ]
  } finally {
    await first.stop()
    await second.stop()
    for (const line of lines) await line.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
