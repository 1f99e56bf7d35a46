// A night's copy that went to the bucket, and comes back from it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { openOwnersPool } from '../db/connection.ts'
import { installationOf } from '../db/embedded/installation.ts'
import { makeGym } from '../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster, withDatabaseOf } from '../testing/own-cluster.ts'
import { png } from '../testing/raw-call.ts'
import { type S3Manner, TestS3 } from '../testing/s3.ts'
import type { TestApp } from '../testing/test-app.ts'
import { uploadImage } from '../testing/world.ts'
import { restore } from './commands.ts'
import { withCopyInBucket } from './from-bucket.ts'
import { backupHandlers } from './handlers.ts'
import { Nightly } from './nightly.ts'

let s3: TestS3
let folder: string
let app: TestApp
let picture: string
beforeAll(async () => {
  s3 = await TestS3.start()
  folder = newFolder()
  app = await startOwnCluster(join(folder, 'data'))
  const gym = await makeGym(app)
  const { path } = await uploadImage(gym.admin, 'clients')
  picture = path.replace('images/', `images/${gym.gym.id}/`)
}, 120_000)
afterEach(() => {
  s3.manner = 'answers'
  dropFolder(join(folder, 'restored'))
})
afterAll(async () => {
  await app.close()
  await s3.close()
  dropFolder(folder)
}, 60_000)

const configOf = (name: string, more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: join(folder, name), ...s3.environmentOfCopies, ...more })
const named = (minute: string, installation = installationOf(app.dataDir)) =>
  `torniquete-${installation}-${minute}.copia`

afterEach(() => app.clock.reset())

function nightlyWith(free: number): Nightly {
  const { database, clock } = app
  return new Nightly({
    config: configOf('data'),
    database,
    clock: clock.now,
    log: app.app.log,
    freeSpaceOf: async () => free,
    rate: Number.POSITIVE_INFINITY,
    patience: { retry: 1, rest: 0, waits: [], partBytes: 1_000_000 },
  })
}

test('it is sent by the server that made it, told of, and restored over a line that is cut', {
  timeout: 150_000,
}, async () => {
  const { database, clock } = app
  const nightly = nightlyWith(1e15)
  // A day on, so that one is due.
  clock.advance(24 * 3_600_000)
  await nightly.lookNow()
  await nightly.bucket?.lookNow()
  const [name = ''] = readdirSync(join(folder, 'data-copias'))
  const sent = s3.objects.get(`copias/${name}`)
  expect(sent?.equals(readFileSync(join(folder, 'data-copias', name)))).toBe(true)
  const handler = backupHandlers(nightly, null)['backup.read']
  const told = await database.read(
    { gym: 0, user: null },
    (tx) => handler({ tx, now: clock.now() } as Parameters<typeof handler>[0]), // what it reads of a call
  )
  expect(told.bucket).toEqual({ last_at: expect.any(String), overdue: false, trouble: null })
  expect(nightly.gauges).toHaveProperty('torniquete_backup_bucket_age_seconds')
  nightly.bucket?.close()
  clock.reset()

  // By the machine's clock it is of tomorrow.
  await expect(restore(configOf('restored'), 's3:')).rejects.toThrow(
    /^El reloj del equipo dice .+ npm run restore -- s3:/s,
  )
  let pieces = 0
  s3.manner = ({ range }): S3Manner => (range && ++pieces === 3 ? 'cuts' : 'answers')
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    expect(await restore(configOf('restored'), `s3:${name}`)).toEqual([
      expect.stringMatching(/^Restaurado en .+, con 1 imágenes\./),
      expect.stringMatching(/^Inicia con npm start/),
      expect.stringMatching(/quita del bucket las que sobren\.$/),
    ])
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^Se restaura s3:torniquete-.+ MB\)\.$/)]])
  } finally {
    said.mockRestore()
  }
  expect(readFileSync(join(folder, 'restored', picture))).toEqual(png)
  await withDatabaseOf(join(folder, 'restored'), async (address) => {
    const owner = openOwnersPool(address)
    const { rows } = await owner.query('select count(*)::int as gyms from gyms where id > 0')
    await owner.end()
    expect(rows).toEqual([{ gyms: 1 }])
  })
})

test('none is rehearsed while one is being sent, and then it is', { timeout: 60_000 }, async () => {
  s3.objects.clear()
  app.clock.advance(24 * 3_600_000)
  const nightly = nightlyWith(0)
  let resume = () => {}
  const held = new Promise<void>((resolve) => {
    resume = resolve
  })
  s3.manner = async ({ method }): Promise<S3Manner> => {
    if (method === 'PUT') await held
    return 'answers'
  }
  const later = [nightly.lookLater(), nightly.lookLater()]
  await expect.poll(() => s3.requests.at(-1)?.method).toBe('PUT')
  expect([nightly.bucket?.working, nightly.rehearsals.working]).toEqual([expect.any(Promise), null])
  resume()
  await Promise.all(later)
  expect(s3.keys.length).toBe(1)
  expect(nightly.rehearsals.status(app.clock.now(), app.clock.now()).trouble).toBe('space')
  nightly.bucket?.close()
})

test('what is not whole there is not restored, nor what another key sealed', { timeout: 60_000 }, async () => {
  const [name = ''] = readdirSync(join(folder, 'data-copias'))
  const whole = readFileSync(join(folder, 'data-copias', name))
  const changed = Buffer.from(whole)
  changed[whole.length - 20_000] = (changed[whole.length - 20_000] ?? 0) ^ 1
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    s3.objects.set(`copias/${name}`, changed)
    await expect(restore(configOf('restored'), `s3:${name}`)).rejects.toThrow(/^s3:.+ está cortado o dañado/)
    s3.objects.set(`copias/${name}`, whole)
    const another = configOf('restored', { BACKUP_KEY: 'otra clave de prueba' })
    await expect(restore(another, `s3:${name}`)).rejects.toThrow(/^BACKUP_KEY no es la clave de s3:/)
  } finally {
    said.mockRestore()
  }
  expect(existsSync(join(folder, 'restored/postgres'))).toBe(false)
})

const hasty = { retry: 1, rest: 0, waits: [], silence: 30_000, whole: 60_000 }
const chosen = (asked: string, environment = configOf('restored')) =>
  withCopyInBucket(environment, asked, async ({ name }) => name, hasty)

test('which one is meant: the newest of the only installation, or the one that is named', async () => {
  s3.objects.clear()
  await expect(chosen('s3:')).rejects.toThrow('En el bucket de BACKUP_S3_BUCKET no hay ninguna copia.')
  const put = (minute: string, installation: string) =>
    s3.objects.set(`copias/${named(minute, installation)}`, Buffer.from('x'))
  for (const minute of ['2025-11-22-0330', '2025-11-23-0330']) put(minute, 'aaaaaaaa')
  s3.objects.set(`copias/${named('2025-11-24-0330', 'aaaaaaaa')}.0f.partial`, Buffer.from('x'))
  expect(await chosen('s3:')).toBe(`s3:${named('2025-11-23-0330', 'aaaaaaaa')}`)
  const older = `s3:${named('2025-11-22-0330', 'aaaaaaaa')}`
  expect(await chosen(older)).toBe(older)
  await expect(chosen('s3:otra.copia')).rejects.toThrow(/^En el bucket no está otra\.copia\. .+2025-11-23-0330/s)
  put('2025-11-20-0330', 'bbbbbbbb')
  await expect(chosen('s3:')).rejects.toThrow(
    /^En el bucket hay copias de 2 instalaciones\. .+aaaaaaaa-2025-11-23-0330\.copia\n.+bbbbbbbb-2025-11-20-0330\.copia$/s,
  )
})

test('where one is of a day to come by this clock, no older one is taken in its stead', async () => {
  s3.objects.clear()
  for (const minute of ['2025-11-22-0330', '2025-11-23-0330', '2101-01-01-0330'])
    s3.objects.set(`copias/${named(minute, 'aaaaaaaa')}`, Buffer.from('x'))
  await expect(chosen('s3:')).rejects.toThrow(
    /^El reloj del equipo dice .+ hay copias de después.+2101-01-01-0330\.copia\n.+2025-11-23-0330\.copia\n.+2025-11-22/s,
  )
  const before = `s3:${named('2025-11-23-0330', 'aaaaaaaa')}`
  expect(await chosen(before)).toBe(before)
})

test('what lacks is said in one line', async () => {
  const without = readConfig({ DATA_DIR: join(folder, 'restored') })
  await expect(chosen('s3:', without)).rejects.toThrow(
    /^Para restaurar del bucket indica BACKUP_S3_ENDPOINT, .+ BACKUP_KEY\.$/,
  )
  await expect(restore(configOf('restored'), 's3:', new Date())).rejects.toThrow(/^--until no vale con s3:/)
  const external = configOf('restored', { DATABASE_URL: 'postgres://ana@localhost:1/gym' })
  await expect(restore(external, 's3:')).rejects.toThrow(/quita DATABASE_URL/)
  s3.manner = { status: 403, code: 'InvalidAccessKeyId' }
  await expect(chosen('s3:')).rejects.toThrow(
    'No se restauró nada: BACKUP_S3_ACCESS_KEY_ID: el servidor S3 no conoce esa clave (403 InvalidAccessKeyId). Prueba otra vez.',
  )
  s3.manner = { status: 503, code: 'SlowDown' }
  await expect(chosen('s3:')).rejects.toThrow(/el bucket de BACKUP_S3_ENDPOINT no responde como debe \(503 SlowDown\)/)
})
