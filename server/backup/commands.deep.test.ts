import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { takeOwnerLock } from '../db/embedded/owner-lock.ts'
import { startServer } from '../running-server.ts'
import { dropFolder, newFolder, withDatabaseOf } from '../testing/own-cluster.ts'
import { backUp, restore } from './commands.ts'
import { jsonEntry } from './make-archive.ts'
import { requireFinished } from './restored-mark.ts'
import { endOfTar, writeEntry } from './tar.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})
afterEach(() => dropFolder(folder))

const configOf = (name: string, environment: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: join(folder, name), ...environment })

test('a copy without the product running starts its database for as long as it takes', {
  timeout: 60_000,
}, async () => {
  const file = join(folder, 'copia')
  await withDatabaseOf(join(folder, 'data'), async () => {})
  expect(await backUp(configOf('data'), file)).toEqual([
    `Copia terminada: ${file}`,
    expect.stringMatching(/^\d+\.\d MB en \d+\.\d s, con 0 imágenes, sin cifrar \(BACKUP_KEY\)\.$/),
  ])
  expect(existsSync(join(folder, 'data/torniquete.lock'))).toBe(false)
  expect(await restore(configOf('restored'), file)).toEqual([
    expect.stringMatching(/^Restaurado en .+, con 0 imágenes\. Puede faltar lo de después\.$/),
    expect.stringMatching(/^Inicia con npm start/),
    expect.stringMatching(/^Las copias de antes/),
  ])
  expect(readdirSync(join(folder, 'restored')).sort()).toEqual(['postgres', 'restored.json'])
  await withDatabaseOf(join(folder, 'restored'), async () => {})
})

test('of pictures that nobody can read it says so, and keeps the copy of before', { timeout: 60_000 }, async () => {
  const file = join(folder, 'copia')
  await withDatabaseOf(join(folder, 'data'), async () => {})
  writeFileSync(join(folder, 'data/images'), 'no folder')
  writeFileSync(file, 'of before')
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    expect((await backUp(configOf('data'), file)).slice(0, 3)).toEqual([
      `Copia terminada: ${file}.danada`,
      'ATENCIÓN: faltan imágenes que no se pudieron leer: images/.removed/ y 2 más.',
      `${file} es de antes y sigue como estaba.`,
    ])
    expect(told.mock.calls).toContainEqual([
      'what was put aside for a copy is still there',
      expect.objectContaining({ code: 'ENOTDIR' }),
    ])
  } finally {
    told.mockRestore()
  }
  expect(readFileSync(file, 'utf8')).toBe('of before')
})

test.runIf(process.getuid?.() === 0)('root takes no folder from its user', async () => {
  const [data, empty] = [join(folder, 'data'), join(folder, 'empty')]
  mkdirSync(join(data, 'postgres'), { recursive: true })
  mkdirSync(empty)
  for (const path of [join(data, 'postgres'), empty]) chownSync(path, 1000, 1000)
  const asThem = /es del usuario 1000 .+sudo -u '#1000'/
  await expect(backUp(configOf('data'), join(folder, 'copia'))).rejects.toThrow(asThem)
  await expect(withDatabaseOf(data, async () => {})).rejects.toThrow(asThem)
  symlinkSync(empty, join(folder, 'link'))
  for (const name of ['empty', 'link'])
    await expect(restore(configOf(name), join(folder, 'copia'))).rejects.toThrow(asThem)
  const external = { DATABASE_URL: 'postgres://ana@localhost:1/gym' }
  for (const gym of [{}, undefined]) {
    const file = join(folder, 'export')
    const pieces: Buffer[] = []
    for await (const piece of writeEntry(jsonEntry('torniquete.json', { format: 2, version: '1', gym }), new Date()))
      pieces.push(piece)
    writeFileSync(file, gzipSync(Buffer.concat([...pieces, endOfTar()])))
    for (const name of ['empty', 'link']) {
      await expect(restore(configOf(name, external), file)).rejects.toThrow(asThem)
      await expect(restore(configOf(name), file)).rejects.toThrow(asThem)
      await expect(backUp(configOf(name, external), join(folder, 'copia'))).rejects.toThrow(asThem)
    }
  }
  expect([readdirSync(data), readdirSync(empty)]).toEqual([['postgres'], []])
})

test('what a restore left is neither copied nor started before it is whole, and nobody is told to disturb it', async () => {
  const data = join(folder, 'data')
  mkdirSync(join(data, 'postgres'), { recursive: true })
  writeFileSync(join(data, 'restored.json'), '{}')
  await expect(backUp(configOf('data'), join(folder, 'copia'))).rejects.toThrow(/inicia primero con npm start/)
  mkdirSync(join(data, 'restore.unfinished'))
  await expect(startServer(configOf('data'))).rejects.toThrow(/quedó a medias una restauración/)
  const lock = await takeOwnerLock(data)
  await expect(startServer(configOf('data'))).rejects.toThrow(/ya está en uso/)
  await expect(backUp(configOf('data'), join(folder, 'copia'))).rejects.toThrow(/ya está en uso/)
  lock.release()
  expect(readdirSync(data).sort()).toEqual(['postgres', 'restore.unfinished', 'restored.json'])
})

test('by a clock that is behind the copy the database is not started: nothing becomes of it yet', async () => {
  const data = join(folder, 'data')
  mkdirSync(join(data, 'postgres'), { recursive: true })
  const mark = JSON.stringify({ made_at: new Date(Date.now() + 3 * 3_600_000).toISOString() })
  writeFileSync(join(data, 'restored.json'), mark)
  await expect(startServer(configOf('data'))).rejects.toThrow(/^El reloj del equipo dice/)
  expect(readdirSync(data).sort()).toEqual(['postgres', 'restored.json'])
  expect(readdirSync(join(data, 'postgres'))).toEqual([])
  expect(readFileSync(join(data, 'restored.json'), 'utf8')).toBe(mark)
})

test('whoever says that this clock is right goes on from a copy that one which was ahead made', async () => {
  const data = join(folder, 'data')
  await withDatabaseOf(data, async () => {})
  const made_at = new Date(Date.now() + 400 * 86_400_000).toISOString()
  writeFileSync(join(data, 'restored.json'), JSON.stringify({ made_at }))
  const own = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', MASTER_PASSWORD: 'una clave de prueba' }
  const server = await startServer(configOf('data', { ...own, CLOCK_IS_RIGHT: 'true' }), { copies: false })
  try {
    expect(existsSync(join(data, 'restored.json'))).toBe(false)
    const body = new URLSearchParams({ username: 'master', password: own.MASTER_PASSWORD })
    const { status } = await fetch(`${server.loopback}/v1/token`, { method: 'POST', body })
    expect(status).toBe(200)
  } finally {
    await server.stop()
  }
})

test('a disk of its own is as good as an empty folder', async () => {
  for (const name of ['lost+found', 'System Volume Information'])
    mkdirSync(join(folder, 'data', name), { recursive: true })
  await expect(restore(configOf('data'), join(folder, 'copia'))).rejects.toThrow(/^No se puede leer/)
})

test('what cannot be done is said in one line', async () => {
  const [file, external] = [join(folder, 'copia'), { DATABASE_URL: 'postgres://ana@localhost:1/gym' }]
  await expect(backUp(configOf('data'), file)).rejects.toThrow(/^En \S+ no hay nada que copiar \(DATA_DIR\)\.$/)
  await expect(backUp(configOf('data', external), file)).rejects.toThrow(/^DATABASE_URL: connect ECONNREFUSED/)
  for (const config of [configOf('data'), configOf('data', external)])
    await expect(restore(config, file)).rejects.toThrow(/^No se puede leer \S+ \(ENOENT\)\.$/)
  expect(readdirSync(join(folder, 'data'))).toEqual([])
  expect(() => configOf('data', { BACKUP_KEY: 'corta' })).toThrow('BACKUP_KEY: debe tener al menos 16 caracteres')
  mkdirSync(join(folder, 'data/restore.unfinished'))
  expect(() => requireFinished(join(folder, 'data'))).toThrow(/quedó a medias una restauración/)
})
