// Moves one gym to another cluster, in which its number is already used and other gyms must stay unchanged.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { FolderImageStore } from '../../platform/storage/file-store.ts'
import { logInAs } from '../../testing/api-caller.ts'
import { queryAsOwner, runAsTableOwner } from '../../testing/database-digest.ts'
import {
  makeClient,
  makeGym,
  makePayment,
  makeProduct,
  makeSale,
  type TestGym,
  testPassword,
} from '../../testing/factories.ts'
import { makeRegisteredTerminal } from '../../testing/simulated-terminals.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { runWithDatabase, startAppWithCluster, useTemporaryFolder } from '../../testing/test-cluster.ts'
import { backUp, restoreFromArchive } from './backup-commands.ts'

const folder = useTemporaryFolder()
let here: TestApp
let gym: TestGym
let client: Awaited<ReturnType<typeof makeClient>>
const settings = (name: string) => readConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' })
/** Note typed by a user that looks like the token in a picture's URL; the import must not change it. */
const note = 'Ver ?token=2-otro'
const picture = (of: number) => `/v1/images/clients/a.webp?token=${of}-geheim`

beforeAll(async () => {
  here = await startAppWithCluster(join(folder, 'here'))
  await makeGym(here)
  gym = await makeGym(here)
  const { port } = await here.listen()
  await makeRegisteredTerminal(gym, port)
  client = await makeClient(gym, { name: 'Ana Gómez' })
  await makePayment(gym, { id_client: client.id })
  const product = await makeProduct(gym, { stock: 5 })
  await makeSale(gym, [{ id_product: product.id, quantity: 1 }], client.id)
  await new FolderImageStore(here.dataDir).put(gym.gym.id, 'clients', 'a.webp', Buffer.from('a picture'))
  await queryAsOwner(
    here,
    `
      insert into images (gym_id, folder, name, type, token) values (${gym.gym.id}, 'clients', 'a.webp', 'image/webp', '${gym.gym.id}-geheim');
      update gyms set owner = 'Otra dueña' where id = ${gym.gym.id};
      update clients set photo_path = 'images/clients/a.webp', photo_url = '${picture(gym.gym.id)}',
        notes = '${note}' where id = ${client.id}`,
  )
  const there = await startAppWithCluster(join(folder, 'there'))
  for (const own of [await makeGym(there), await makeGym(there)]) {
    await makeClient(own)
    await new FolderImageStore(there.dataDir).put(own.gym.id, 'clients', 'a.webp', Buffer.from('theirs'))
  }
  await there.close()
}, 120_000)
afterAll(() => here?.close(), 60_000)

/** Returns all stored rows except those of one gym. */
const rowsBeside = (only: number) =>
  runWithDatabase(settings('there').dataDir, (address) =>
    runAsTableOwner({ database: { address } }, async (owner) => {
      const { rows } = await owner.query<{ name: string; own: boolean }>(`
        select c.relname::text as name, exists (select from pg_attribute where attrelid = c.oid and attname = 'gym_id') as own
        from pg_class c where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace`)
      const found: [string, unknown][] = []
      for (const { name, own } of rows) {
        const where = own ? `where gym_id <> ${only}` : name === 'gyms' ? `where id <> ${only}` : ''
        found.push([name, (await owner.query(`select t::text from ${name} t ${where} order by 1`)).rows])
      }
      return Object.fromEntries(found)
    }),
  )

test('import of one gym: the gym gets a free number and all its rows, other gyms stay unchanged', {
  timeout: 240_000,
}, async () => {
  const file = join(folder, 'gym')
  const body = { host: 'localhost', port: 2525, security: 'none', sender: 'avisos@gimnasio.example' } as const
  await gym.admin.call('channels.email', { body })
  const left = expect.stringMatching(
    /^ATENCIÓN: la copia de un solo gimnasio no lleva lo cifrado \(huellas, rostros y canales de mensajes\)/,
  )
  expect(await backUp(settings('here'), file, undefined, gym.gym.id)).toContainEqual(left)
  const before = await rowsBeside(3)
  expect(await restoreFromArchive(settings('there'), file)).toEqual([
    expect.stringMatching(/^Restaurado en \S+ lo que había el .+, con 1 imágenes\. Puede faltar lo de después\.$/),
    left,
    `Es el gimnasio ${gym.gym.name}, aquí con el número 3. En el lado del que viene sigue como estaba: bórralo ahí.`,
    expect.stringMatching(/^Inicia con npm start/),
  ])
  expect(await rowsBeside(3)).toEqual(before)
  expect(existsSync(join(folder, 'there/import.unfinished'))).toBe(false)
  const there = await startAppWithCluster(join(folder, 'there'))
  try {
    const admin = await logInAs(there.app, gym.gym.username, testPassword)
    const found = await admin.call('clients.read', { params: { id_client: client.id } })
    expect(found).toMatchObject({ name: 'Ana Gómez', photo_url: picture(3), notes: note })
    const read = (url: string) => there.app.inject({ url })
    expect((await read(picture(3))).body).toBe('a picture')
    expect((await read(picture(gym.gym.id))).statusCode).toBe(404)
    const made = await makeClient({ admin })
    expect(made.id).toBeGreaterThan(client.id)
    const { items } = await admin.call('history.list', { query: { entity: 'gym' } })
    expect(items.map(({ changes }) => changes[0]?.field)).toEqual(['restored_from', 'owner'])
    const named = `select distinct entity_id as gym from history where gym_id = 3 and entity = 'gym'
      union select distinct (changes ->> 'gym_id')::bigint from history where gym_id = 3 and changes ? 'gym_id'`
    const rows = await queryAsOwner(there, named).then(({ rows }) => rows)
    expect(rows).toEqual([{ gym: 3 }])
    expect((await admin.call('voids.list')).gaps.map(({ kind }) => kind)).toContain('sale')
    expect((await admin.call('devices.list')).length).toBe(1)
    expect((await makeGym(there)).gym.id).toBe(4)
  } finally {
    await there.close()
  }
  await expect(restoreFromArchive(settings('there'), file)).rejects.toThrow(
    new RegExp(
      `^Aquí ya son de otro gimnasio el nombre de puerta [0-9a-f]{12}, el usuario ${gym.gym.username}, la terminal \\S+: no se importó nada\\.$`,
    ),
  )
  expect(readdirSync(join(folder, 'there/images')).sort()).toEqual(['1', '2', '3'])
})

test('import: refuses a gym with a user of the role master', { timeout: 180_000 }, async () => {
  const file = join(folder, 'with-master')
  const rule = 'alter table users drop constraint users_master_role'
  const promote = 'update users set id_role = 1 where gym_id = $1'
  await runAsTableOwner(here, async (owner) => {
    await owner.query(rule)
    await owner.query('alter table users disable trigger user')
    await owner.query(promote, [gym.gym.id])
  })
  await backUp(settings('here'), file, undefined, gym.gym.id)
  const refusal = /rol master, que es solo de la plataforma: no se importó nada/
  await expect(restoreFromArchive(settings('empty'), file)).rejects.toThrow(refusal)
  const login = here.app.inject({
    method: 'POST',
    url: '/v1/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `username=${gym.gym.username}&password=${encodeURIComponent(testPassword)}`,
  })
  // Even a user row made before the constraint existed cannot log in as master of a gym.
  expect((await login).statusCode).toBe(401)
  await runAsTableOwner(here, async (owner) => {
    await owner.query('update users set id_role = 2 where gym_id = $1', [gym.gym.id])
    await owner.query('alter table users enable trigger user')
  })
})
