// Two clusters behind HAProxy, configured exactly as in docs/operations.md. Skipped with a message without HAProxy.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { makeDevice, makeGym, makeUniqueText, makeUser, type TestGym, testPassword } from '../../testing/factories.ts'
import { waitUntil } from '../../testing/simulated-terminals.ts'
import { findFreePort, findProgram, killAndWait } from '../../testing/system-programs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteFolder, makeTemporaryFolder } from '../../testing/test-cluster.ts'

const program = findProgram('haproxy')
if (!program)
  console.info('HAProxy is not installed (apt-get install haproxy): several clusters behind it are not tried')

type Name = 'c1' | 'c2'
const own = makeTemporaryFolder()
let balancer: ChildProcess | undefined
let port: number
const clusters = {} as Record<Name, TestApp> // beforeAll fills these before any test runs
const gyms = {} as Record<Name, TestGym>
const ports = {} as Record<Name, number>

const manual = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8')
const configurations = [...manual.matchAll(/```haproxy\n(.*?)```/gs)].map(([, text]) => String(text))
const [, defaults = ''] = /^(defaults\n.*?\n)\n/ms.exec(configurations[0] ?? '') ?? []
const directory = configurations.find((text) => text.includes('users.map')) ?? ''
const [ofUsers, ofTerminals] = [...manual.matchAll(/^select \w+ \|\| ' c1' from \w+;$/gm)].map(([text]) => text)

/** Writes HAProxy's map files, which assign users and terminals to clusters, and starts HAProxy. */
async function startBalancer(): Promise<void> {
  const lines = async (statement: string | undefined) => {
    const made = (['c1', 'c2'] as const).map(async (name) => {
      const { rows } = await runAsTableOwner(clusters[name], (owner) =>
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
  await waitUntil(answers, (ok) => ok, 60_000)
}

beforeAll(async () => {
  if (!program) return
  port = await findFreePort()
  for (const name of ['c1', 'c2'] as const) {
    clusters[name] = await startTestApp()
    ;({ port: ports[name] } = await clusters[name].listen())
    gyms[name] = await makeGym(clusters[name])
  }
})
afterAll(async () => {
  await killAndWait(balancer)
  for (const app of Object.values(clusters)) await app.close()
  deleteFolder(own)
})

const ask = (path: string, options: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/v1${path}`, options)
const clusterOf = ({ headers }: Response) => headers.get('set-cookie')?.slice(8, 10)

async function logIn(username: string) {
  const reply = await ask('/token', { method: 'POST', body: new URLSearchParams({ username, password: testPassword }) })
  const { access_token } = (await reply.json()) as { access_token?: string } // the API contract defines this type
  return { status: reply.status, cluster: clusterOf(reply), headers: { authorization: `Bearer ${access_token}` } }
}

test.runIf(program)(
  "HAProxy directory: routes a person or terminal to the gym's cluster, in any spelling",
  async () => {
    const accented = makeUniqueText('Ñandú')
    for (const name of ['c1', 'c2'] as const) await makeUser(gyms[name], 'gym_admin', { username: accented + name })
    const { sn } = await makeDevice(gyms.c2)
    await startBalancer()
    await fetch(`http://127.0.0.1:${port}/iclock/getrequest?SN=${sn}`)
    expect(await gyms.c2.admin.call('devices.list')).toMatchObject([{ sn, connected: true }])
    for (const name of ['c1', 'c2'] as const) {
      const username = accented + name
      for (const typed of [username, ` ${username.toUpperCase()} `, username.toLowerCase(), gyms[name].gym.username]) {
        const { headers, ...told } = await logIn(typed)
        expect(told, typed).toEqual({ status: 200, cluster: name })
        // Sends only the token, which contains the username as it was registered.
        const reply = await ask('/gym-info/', { headers })
        expect([reply.status, clusterOf(reply)], typed).toEqual([200, name])
      }
      expect(clusterOf(await ask('/images/users/a.webp?token=1-a', { headers: { cookie: `cluster=${name}` } }))).toBe(
        name,
      )
    }
    expect(await logIn('nadie')).toMatchObject({ status: 401, cluster: 'c1' })
  },
)
