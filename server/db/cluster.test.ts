// Which of several servers takes writes, wherever it stands among them.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropNode, type Node, promote, signalAll, startPrimary, startStandbyOf } from '../testing/standby.ts'
import { type Cluster, databaseAt } from './cluster.ts'
import { WrongConnection } from './connection.ts'

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
function clusterOf(...hosts: string[]): Cluster {
  return databaseAt(`postgres://postgres@/postgres?host=${hosts.join()}&port=5432`) as Cluster // of several
}
async function found(cluster: Cluster): Promise<string | null> {
  await cluster.find()
  return new URL(cluster.connectionString).searchParams.get('host')
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
  await promote(standby)
  await cluster.doubt()
  expect(new URL(cluster.connectionString).searchParams.get('host')).toBe(socketOf(standby))
  expect(await found(clusterOf(socketOf(primary), socketOf(standby)))).toBe(socketOf(standby))
  signalAll(standby, 'SIGKILL')
  await standby.postgres.exited
  expect(await complaint(cluster)).toContain(`${socketOf(primary)}: quedó atrás`)
})
