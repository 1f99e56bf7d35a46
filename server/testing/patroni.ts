// A typical Debian cluster: etcd, and on each node Patroni with its PostgreSQL, configured as our manual says.
import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { changeOwnerToPostgres, chooseLauncher, launchPostgres } from '../operations/postgres/launch-postgres.ts'
import { isPostgresProcess } from '../operations/postgres/processes.ts'
import { repositoryRoot } from '../platform/db/repository-root.ts'
import { readFileIfPresent } from '../platform/files/files.ts'
import { findFreePort, findPostgresProgram, findProgram, killAndWait } from './system-programs.ts'

export const patroniPrograms = {
  postgres: findPostgresProgram('postgres'),
  etcd: findProgram('etcd'),
  patroni: findProgram('patroni'),
}

export interface PatroniNode {
  name: string
  port: number
  /** Port of Patroni's REST API, which load balancers use for health checks. */
  restPort: number
  dataDir: string
  patroni: ChildProcess
}

const launcher = chooseLauncher()
const user = 'torniquete'

/** Patroni settings that our manual documents. */
function settingsOfManual(): Record<string, unknown> {
  const manual = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8')
  const found = manual.matchAll(/`(synchronous_mode|ttl|loop_wait|retry_timeout|primary_start_timeout): (\w+)`/g)
  return Object.fromEntries([...found].map(([, name, value]) => [String(name), JSON.parse(String(value))]))
}

/** Versions before 3.1.1 fail with etcd's new interface; later ones support less of etcd's older interface. */
function isBefore311(): boolean {
  const said = execFileSync(patroniPrograms.patroni ?? '', ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0, patch = 0] = (/\d+\.\d+\.\d+/.exec(said)?.[0] ?? '').split('.').map(Number)
  return major * 10_000 + minor * 100 + patch < 30_101
}

export class PatroniCluster {
  readonly #folder: string
  readonly #isOld = isBefore311()
  #etcd: ChildProcess | undefined
  #etcdPort = 0
  readonly nodes: PatroniNode[] = []

  private constructor(folder: string) {
    this.#folder = folder
    process.once('exit', this.#killAll)
  }

  /** Resolves when one node accepts writes and another node is sure to have every acknowledged commit. */
  static async start(folder: string, count: number): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(folder)
    await cluster.#startEtcd()
    for (let at = 1; at <= count; at += 1) await cluster.#startNode(`n${at}`)
    await cluster.whole()
    return cluster
  }

  /** Resolves when one node accepts writes and another node has every acknowledged commit. Returns the writing node. */
  async whole(): Promise<PatroniNode> {
    for (;;) {
      const members = await this.#members()
      const leader = members.find(({ role }) => role === 'leader')
      const node = this.nodes.find(({ name }) => name === leader?.name)
      if (node && members.some(({ role }) => role === 'sync_standby')) return node
      await pause(100)
    }
  }

  /** Does the same as the command `patronictl switchover`. */
  async switchOver(from: PatroniNode): Promise<void> {
    const body = JSON.stringify({ leader: from.name })
    const asked = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, { method: 'POST', body })
    if (!asked.ok) throw new Error(`switchover: ${asked.status} ${await asked.text()}`)
  }

  /** Watches the other nodes; `promoted` resolves to the monotonic time at which one of them began to accept writes. */
  async watch(from: PatroniNode): Promise<{ promoted: Promise<number> }> {
    const others = this.nodes.filter((node) => node !== from)
    const clients: pg.Client[] = []
    for (const { port } of others) {
      const client = new pg.Client({ host: '127.0.0.1', port, user, database: 'postgres' })
      client.on('error', () => {})
      try {
        await client.connect()
        clients.push(client)
      } catch {
        // A former primary may still be starting, so its connection may fail: it is no candidate until it is a standby.
      }
    }
    const found = new AbortController()
    const promoted = Promise.any(clients.map((client) => whenItWrites(client, found.signal))).finally(() => {
      found.abort()
      for (const client of clients) void client.end().catch(() => {})
    })
    promoted.catch(() => {})
    return { promoted }
  }

  /** Kills all PostgreSQL processes of a node at once; Patroni continues. */
  kill({ dataDir }: PatroniNode): void {
    signalCluster(dataDir, 'SIGKILL')
  }

  /** Freezes Patroni and PostgreSQL of a node, as if the machine had stopped. */
  freeze(node: PatroniNode): void {
    node.patroni.kill('SIGSTOP')
    signalCluster(node.dataDir, 'SIGSTOP')
  }
  thaw(node: PatroniNode): void {
    signalCluster(node.dataDir, 'SIGCONT')
    node.patroni.kill('SIGCONT')
  }

  async close(): Promise<void> {
    const ended = [...this.nodes.map(({ patroni }) => patroni), this.#etcd].map(killAndWait)
    this.#killAll()
    await Promise.all(ended)
    process.off('exit', this.#killAll)
  }

  /** Kills Patroni first, because it would restart PostgreSQL. */
  readonly #killAll = () => {
    for (const { patroni, dataDir } of this.nodes) {
      patroni.kill('SIGKILL')
      signalCluster(dataDir, 'SIGKILL')
    }
    this.#etcd?.kill('SIGKILL')
  }

  async #members(): Promise<{ name: string; role: string }[]> {
    for (const { restPort } of this.nodes) {
      const asked = fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(1_000) })
      const found = await asked.then((answer) => answer.json()).catch(() => null)
      if (found) return (found as { members: { name: string; role: string }[] }).members // Patroni documents this answer
    }
    return []
  }

  async #startEtcd(): Promise<void> {
    this.#etcdPort = await findFreePort()
    const [here, peers] = [`http://127.0.0.1:${this.#etcdPort}`, `http://127.0.0.1:${await findFreePort()}`]
    const folder = this.#ownFolder('etcd')
    const parameters = [
      ...['--name', 'e', '--data-dir', folder, '--listen-client-urls', here, '--advertise-client-urls', here],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `e=${peers}`],
      ...(this.#isOld ? ['--enable-v2'] : []),
    ]
    this.#etcd = launchPostgres(launcher, patroniPrograms.etcd ?? '', parameters, 'ignore')
  }

  async #startNode(name: string): Promise<void> {
    const folder = this.#ownFolder(name)
    const [port, restPort] = [await findFreePort(), await findFreePort()]
    const dataDir = join(folder, 'data')
    const file = join(folder, 'patroni.yml')
    // Patroni reads YAML, and JSON is valid YAML.
    writeFileSync(file, JSON.stringify(this.#configOf({ name, port, restPort, dataDir }, folder)))
    const patroni = launchPostgres(launcher, patroniPrograms.patroni ?? '', [file], 'ignore')
    this.nodes.push({ name, port, restPort, dataDir, patroni })
  }

  #configOf({ name, port, restPort, dataDir }: Omit<PatroniNode, 'patroni'>, folder: string) {
    const rest = `127.0.0.1:${restPort}`
    const own = { username: user }
    // Durability is tested elsewhere, so the tests run without fsync.
    const parameters = { fsync: 'off', unix_socket_directories: folder }
    return {
      scope: 'torniquete',
      name,
      restapi: { listen: rest, connect_address: rest },
      [this.#isOld ? 'etcd' : 'etcd3']: { host: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs: { ...settingsOfManual(), postgresql: { use_pg_rewind: true } },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', 'no-sync'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: dataDir,
        bin_dir: dirname(patroniPrograms.postgres ?? ''),
        basebackup: [{ checkpoint: 'fast' }, 'no-sync'],
        pgpass: join(folder, 'pgpass'),
        authentication: { superuser: own, replication: own, rewind: own },
        parameters,
        pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      },
    }
  }

  #ownFolder(name: string): string {
    const folder = join(this.#folder, name)
    mkdirSync(folder, { mode: 0o700 })
    changeOwnerToPostgres(launcher, folder)
    return folder
  }
}

async function whenItWrites(client: pg.Client, signal: AbortSignal): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    if (rows[0]?.standby === false) return performance.now()
    await pause(20, undefined, { signal })
  }
}

/** Sends a signal to the PostgreSQL processes of a data folder, if any run. */
function signalCluster(cluster: string, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  const postmaster = Number.parseInt(readFileIfPresent(join(cluster, 'postmaster.pid')) ?? '', 10)
  if (!(postmaster > 0 && isPostgresProcess(cluster, postmaster))) return
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // Ignored: the process has ended already.
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
