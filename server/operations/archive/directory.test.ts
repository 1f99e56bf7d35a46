// Two clusters behind HAProxy by the directory that the manual has, word for word; where it is not installed that is said.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { logInAs } from '../../testing/api.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym, makeUser, master, password, type TestGym, unique } from '../../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster } from '../../testing/own-cluster.ts'
import { freePort, installed, killed } from '../../testing/own-program.ts'
import { eventually, makeTerminal, settle, terminalAt } from '../../testing/terminals.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { backUp, restore } from './commands.ts'

const program = installed('haproxy')
if (!program)
  console.info('HAProxy is not installed (apt-get install haproxy): several clusters behind it are not tried')

type Name = 'c1' | 'c2'
const own = newFolder()
let balancer: ChildProcess | undefined
let port: number
const clusters = {} as Record<Name, TestApp> // filled before any test runs
const gyms = {} as Record<Name, TestGym>
const ports = {} as Record<Name, number>

const manual = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8')
const configurations = [...manual.matchAll(/```haproxy\n(.*?)```/gs)].map(([, text]) => String(text))
const [, defaults = ''] = /^(defaults\n.*?\n)\n/ms.exec(configurations[0] ?? '') ?? []
const directory = configurations.find((text) => text.includes('users.map')) ?? ''
const [ofUsers, ofTerminals] = [...manual.matchAll(/^select \w+ \|\| ' c1' from \w+;$/gm)].map(([text]) => text)

async function startCluster(name: Name): Promise<void> {
  clusters[name] = await startOwnCluster(join(own, name))
  ;({ port: ports[name] } = await clusters[name].listen())
}

/** Makes the maps of what the clusters hold, and begins anew with them. */
async function reload(): Promise<void> {
  await stopBalancer()
  const lines = async (statement: string | undefined) => {
    const made = (['c1', 'c2'] as const).map(async (name) => {
      const { rows } = await asOwner(clusters[name], (owner) =>
        owner.query({ text: String(statement).replace('c1', name), rowMode: 'array' }),
      )
      return rows.map(([line]) => `${line}\n`).join('')
    })
    return (await Promise.all(made)).join('')
  }
  writeFileSync(join(own, 'users.map'), await lines(ofUsers))
  writeFileSync(join(own, 'terminals.map'), await lines(ofTerminals))
  const places = [
    ['bind :80', `bind 127.0.0.1:${port}`],
    ['10.0.0.11:3000', `127.0.0.1:${ports.c1}`],
    ['10.0.1.11:3000', `127.0.0.1:${ports.c2}`],
    ['/etc/haproxy/', `${own}/`],
  ] as const
  const text = places.reduce((made, [from, to]) => made.replaceAll(from, to), `${defaults}\n${directory}`)
  writeFileSync(join(own, 'haproxy.cfg'), text)
  balancer = spawn(program ?? '', ['-q', '-db', '-f', join(own, 'haproxy.cfg')], { stdio: 'inherit' })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(answers, (ok) => ok, 60_000)
}

async function stopBalancer(): Promise<void> {
  await killed(balancer)
  balancer = undefined
}

beforeAll(async () => {
  if (!program) return
  port = await freePort()
  await Promise.all([startCluster('c1'), startCluster('c2')])
  for (const name of ['c1', 'c2'] as const) gyms[name] = await makeGym(clusters[name])
})
afterAll(async () => {
  await stopBalancer()
  for (const app of Object.values(clusters)) await app.close()
  dropFolder(own)
})

const ask = (path: string, options: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/v1${path}`, options)
const clusterOf = ({ headers }: Response) => headers.get('set-cookie')?.slice(8, 10)

async function logIn(username: string) {
  const reply = await ask('/token', { method: 'POST', body: new URLSearchParams({ username, password }) })
  const { access_token } = (await reply.json()) as { access_token?: string } // as the contract says
  return { status: reply.status, cluster: clusterOf(reply), headers: { authorization: `Bearer ${access_token}` } }
}

test.runIf(program)('a person and a terminal reach the cluster of their gym, however the name is typed', async () => {
  const accented = unique('Ñandú')
  for (const name of ['c1', 'c2'] as const) await makeUser(gyms[name], 'gym_admin', { username: accented + name })
  await reload()
  for (const name of ['c1', 'c2'] as const) {
    const username = accented + name
    for (const typed of [username, ` ${username.toUpperCase()} `, username.toLowerCase(), gyms[name].gym.username]) {
      const { headers, ...told } = await logIn(typed)
      expect(told, typed).toEqual({ status: 200, cluster: name })
      // Uses only the token, which has the name from registration.
      const reply = await ask('/gym-info/', { headers })
      expect([reply.status, clusterOf(reply)], typed).toEqual([200, name])
    }
    expect(clusterOf(await ask('/images/users/a.webp?token=1-a', { headers: { cookie: `cluster=${name}` } }))).toBe(
      name,
    )
  }
  expect(await logIn('nadie')).toMatchObject({ status: 401, cluster: 'c1' })
})

test.runIf(program)(
  'a gym goes to the other cluster with its people and its terminal, which calls where it called',
  async () => {
    const gym = gyms.c2
    const client = await makeClient(gym, { name: 'Ana' })
    const { device } = await makeTerminal(gym, port)
    await reload()
    const terminal = terminalAt(port, device.sn)
    await settle(terminal)
    // Notifications received by that server itself.
    const heard = async ({ admin }: Pick<TestGym, 'admin'>) =>
      (await admin.call('devices.traffic', { params: { id_device: device.id } })).calls.length
    expect(await heard(gym)).toBeGreaterThan(0)

    const platform = await master(clusters.c2)
    const params = { id: gym.gym.id }
    const file = join(own, 'gym')
    await platform.call('gyms.update', { params, body: { is_active: false } })
    const settings = (name: Name) => readConfig({ DATA_DIR: clusters[name].dataDir, LOG_LEVEL: 'silent' })
    await backUp(settings('c2'), file, undefined, gym.gym.id)
    await clusters.c1.close()
    expect((await restore(settings('c1'), file))[1]).toMatch(/aquí con el número 2\./)
    await startCluster('c1')
    await (await master(clusters.c1)).call('gyms.update', { params: { id: 2 }, body: { is_active: true } })
    await platform.call('gyms.delete', { params })
    await reload()

    const { headers, ...told } = await logIn(gym.gym.username.toUpperCase())
    expect(told).toEqual({ status: 200, cluster: 'c1' })
    const reply = await ask(`/clients/${client.id}`, { headers })
    expect([reply.status, clusterOf(reply), await reply.json()]).toMatchObject([200, 'c1', { name: 'Ana' }])
    await settle(terminal)
    expect(await heard({ admin: await logInAs(clusters.c1.app, gym.gym.username, password) })).toBeGreaterThan(0)
  },
)
