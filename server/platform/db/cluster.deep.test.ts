// Which of several servers takes writes, wherever it stands among them.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { dropNode, type Node, promote, signalAll, startPrimary, startStandbyOf } from '../../testing/standby.ts'
import { type Cluster, databaseAt } from './cluster.ts'
import { Troubles, WrongConnection } from './connection.ts'

let primary: Node
let standby: Node
beforeAll(async () => {
  primary = await startPrimary()
  standby = await startStandbyOf(primary)
})
afterAll(async () => {
  for (const node of [primary, standby]) await dropNode(node)
})

const socketOf = ({ dataDir }: Node) => join(dataDir, 'socket')
const address = (hosts: string[], ports = '5432') =>
  databaseAt(`postgres://postgres@/postgres?host=${hosts.join()}&port=${ports}`, 50) as Cluster // of several
const clusterOf = (...hosts: string[]) => address(hosts)
const hostOf = (cluster: Cluster) => new URL(cluster.connectionString).searchParams.get('host')
async function found(cluster: Cluster): Promise<string | null> {
  await cluster.find()
  return hostOf(cluster)
}
function watched(cluster: Cluster) {
  const [warn, moved] = [vi.fn(), vi.fn()]
  cluster.watch(Object.assign(new Troubles(), { log: { warn } }), moved)
  return { warn, moved }
}
const complaint = (cluster: Cluster) =>
  cluster.find().then(
    () => null,
    (error) => (error instanceof WrongConnection ? error.message : error),
  )

test('the one that takes writes is found; where none does, each is named with what it said', async () => {
  const nobody = join(primary.dataDir, 'nobody')
  expect(await found(clusterOf(nobody, socketOf(standby), socketOf(primary)))).toBe(socketOf(primary))
  const said = await complaint(clusterOf(socketOf(standby), nobody))
  expect(said).toMatch(/^ninguno de sus servidores acepta escrituras \([^\n]*\)$/)
  expect(said).toContain(`${socketOf(standby)}: es una réplica`)
  expect(said).toContain(`${nobody}: ENOENT`)
})

test('of two that take writes the one that was promoted counts, and whoever worked with it never goes back', async () => {
  const cluster = clusterOf(socketOf(primary), socketOf(standby))
  expect(await found(cluster)).toBe(socketOf(primary))
  const { moved } = watched(cluster)
  await promote(standby)
  // Nobody doubts: the former goes on as if nothing were.
  await expect.poll(() => hostOf(cluster), { timeout: 60_000 }).toBe(socketOf(standby))
  expect(moved).toHaveBeenCalledTimes(1)
  cluster.close()
  const fresh = () => found(clusterOf(socketOf(primary), socketOf(standby)))
  await expect.poll(fresh, { timeout: 60_000 }).toBe(socketOf(standby))
  signalAll(standby, 'SIGKILL')
  await standby.postgres.exited
  expect(await complaint(cluster)).toContain(`${socketOf(primary)}: quedó atrás`)
})

test('one of another cluster is not taken, whatever becomes of the own; of two that are new none is', async () => {
  const other = inject('postgres')
  const later = join(primary.dataDir, 'later')
  const both = () => address([socketOf(primary), later], `5432,${other.port}`)
  const cluster = both()
  expect(await found(cluster)).toBe(socketOf(primary))
  const { warn, moved } = watched(cluster)
  symlinkSync(other.host, later)
  const isToldOf = (what: string, word: string) =>
    expect
      .poll(() => warn.mock.calls, { timeout: 60_000 })
      .toContainEqual([{ servers: expect.arrayContaining([expect.stringContaining(word)]) }, what])
  await isToldOf('servers of another cluster are named in DATABASE_URL', `${later}: es de otro cluster`)
  const ofBoth = async () => String(await complaint(both()))
  await expect.poll(ofBoth, { timeout: 60_000 }).toContain(`${later}: no es del cluster de los demás`)
  signalAll(primary, 'SIGKILL')
  await primary.postgres.exited
  const looking = cluster.doubt()
  await isToldOf('no server takes writes', `${later}: es de otro cluster`)
  expect([hostOf(cluster), moved.mock.calls]).toEqual([socketOf(primary), []])
  cluster.close()
  await looking
})
