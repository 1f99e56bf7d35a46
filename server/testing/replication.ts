// Clusters of the embedded PostgreSQL's own: a primary, a standby that streams from it, and what befalls them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../operations/postgres/embedded-postgres.ts'
import { runsPostgres } from '../operations/postgres/processes.ts'
import { readIfPresent } from '../platform/files/files.ts'
import { dropFolder, newFolder } from './own-cluster.ts'

export interface Node {
  postgres: EmbeddedPostgres
  dataDir: string
  /** Its number may be another process's by then. */
  hasEnded: boolean
}

const running = new Set<Node>()
// One that stands still hears of no end but this: it would outlive the run.
function killAll(): void {
  for (const node of running) signalAll(node, 'SIGKILL')
}
process.once('exit', killAll)
// After those of the file that imports this, even where they failed: the last that is registered runs first.
afterAll(killAll)

async function startNode(dataDir: string, settings: Record<string, string>): Promise<Node> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const node = { postgres, dataDir, hasEnded: false }
  running.add(node)
  void postgres.exited.then(() => {
    node.hasEnded = true
    running.delete(node)
  })
  return node
}

// Durability is tested by the crash tests; rows acknowledged by a standby are on it without fsync.
const settings = { fsync: 'off', wal_retrieve_retry_interval: '100ms', max_wal_senders: '10' }

export const startPrimary = (): Promise<Node> => startNode(newFolder(), settings)

/** From a base backup, and from there on by streaming. */
export async function startStandbyOf({ postgres, dataDir: primary }: Node, dataDir = newFolder()): Promise<Node> {
  const cluster = join(dataDir, 'postgres')
  mkdirSync(cluster, { mode: 0o700 })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  // Fails for files that are gone meanwhile, which the WAL makes up for.
  execFileSync('sh', ['-c', 'cp -a "$0/." "$1" || true', join(primary, 'postgres'), cluster], { stdio: 'ignore' })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(cluster, 'standby.signal'), '')
  const { host, port, user } = postgres.connection
  const primary_conninfo = `host=${host} port=${port} user=${user} application_name=standby`
  return startNode(dataDir, { ...settings, primary_conninfo })
}

/** Asks a node as its superuser. */
export async function ask<Row extends object>({ postgres }: Node, text: string, database = 'postgres'): Promise<Row[]> {
  const client = new pg.Client({ ...postgres.connection, database })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** From here on nothing is acknowledged that a standby has not on its disk; what comes after this is. */
export async function waitForStandby(node: Node): Promise<void> {
  await ask(node, "alter system set synchronous_standby_names = 'standby'")
  await ask(node, 'select pg_reload_conf()')
  await ask(node, 'create table if not exists acknowledged ()')
}

/** Promotes a standby and waits until it accepts writes. It has no standby of its own yet and must not wait for one. */
export async function promote(node: Node): Promise<void> {
  await ask(node, "alter system set synchronous_standby_names = ''")
  await ask(node, 'select pg_reload_conf()')
  await ask(node, 'select pg_promote()')
}

/** All processes of a node at once, as when its machine stands still or loses its current. */
export function signalAll({ dataDir, hasEnded }: Node, signal: 'SIGSTOP' | 'SIGKILL'): void {
  if (!hasEnded) signalCluster(join(dataDir, 'postgres'), signal)
}

/** Signals the postmaster of that folder, if one runs. */
export function signalCluster(cluster: string, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  const postmaster = Number.parseInt(readIfPresent(join(cluster, 'postmaster.pid')) ?? '', 10)
  if (!(postmaster > 0 && runsPostgres(cluster, postmaster))) return
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // Gone meanwhile.
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Stops and removes a node in any state; ignores undefined. */
export async function dropNode(node: Node | undefined): Promise<void> {
  if (!node) return
  signalAll(node, 'SIGKILL')
  await node.postgres.exited
  dropFolder(node.dataDir)
}
