// One gym moves as an archive to another cluster, which has gyms already.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { logInAs } from '../../testing/api-caller.ts'
import { makeClient, makeGym, makePayment, password } from '../../testing/factories.ts'
import { startOwnCluster, useFolder } from '../../testing/test-cluster.ts'
import { backUp, restore } from './backup-commands.ts'

const folder = useFolder()
const dataDir = (name: string) => join(folder, name)
const settings = (name: string) => readConfig({ DATA_DIR: dataDir(name), LOG_LEVEL: 'silent' })

test('backup and restore: a gym moved to another cluster gets a new number and keeps its rows', async () => {
  const here = await startOwnCluster(dataDir('here'))
  const gym = await makeGym(here)
  const client = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: client.id })
  const there = await startOwnCluster(dataDir('there'))
  const neighbour = await makeGym(there)
  const file = join(folder, 'gym')
  await backUp(settings('here'), file, undefined, gym.gym.id)
  await Promise.all([here.close(), there.close()])
  expect((await restore(settings('there'), file)).join('\n')).toMatch(/aquí con el número 2\./)

  const again = await startOwnCluster(dataDir('there'))
  try {
    const admin = await logInAs(again.app, gym.gym.username, password)
    expect(await admin.call('clients.read', { params: { id_client: client.id } })).toMatchObject({ name: 'Ana' })
    expect((await admin.call('payments.list')).total).toBe(1)
    const { total } = await (await logInAs(again.app, neighbour.gym.username, password)).call('payments.list')
    expect(total).toBe(0)
  } finally {
    await again.close()
  }
}, 120_000)
