// A copy as whoever runs the product makes it: by a command, beside it.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { freePort } from '../../testing/own-program.ts'
import { call, logIn, makeGym, type ServerProcess, startProcess } from './server-process.ts'

let folder: string
let port: number
const running: ServerProcess[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-copies-'))
  port = await freePort()
})
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.process.kill('SIGKILL')
    await each.ended
  }
  rmSync(folder, { recursive: true, force: true })
}, 20_000)

function start(dataDir: string): ServerProcess {
  const started = startProcess(dataDir, port)
  running.push(started)
  return started
}

const program = join(repositoryRoot, 'server/operations/archive/main.ts')

/** Output and exit code of a command. */
const run = (parameters: string[], environment: Record<string, string>) =>
  new Promise<{ code: number; said: string; complaints: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...environment }
    execFile(process.execPath, [program, ...parameters], { env }, (error, said, complaints) =>
      resolve({ code: error ? Number(error.code) : 0, said, complaints }),
    )
  })

/** A copy into the folder that it was called from, and then Ctrl-C. */
async function interrupted(dataDir: string): Promise<void> {
  const pictures = join(dataDir, 'images/1/clients')
  mkdirSync(pictures, { recursive: true })
  const noise = randomBytes(1_000_000)
  for (let at = 0; at < 40; at++) writeFileSync(join(pictures, `${at}.webp`), noise)
  const from = join(folder, 'from')
  mkdirSync(from)
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, INIT_CWD: from }
  const copying = spawn(process.execPath, [program, 'backup', 'copia'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [complaints, ended] = [text(copying.stderr), once(copying, 'exit')]
  await expect.poll(() => readdirSync(from).length, { interval: 5 }).toBe(1)
  copying.kill('SIGINT')
  expect(await ended).toEqual([1, null])
  expect(await complaints).toBe('La copia se interrumpió: no quedó nada de ella.\n')
  expect(readdirSync(from)).toEqual([])
  expect(readdirSync(join(dataDir, 'images'))).toEqual(['1'])
}

test('a copy beside the running product, and the product on what was restored from it', {
  timeout: 180_000,
}, async () => {
  const [dataDir, into, file] = [join(folder, 'data'), join(folder, 'restored'), join(folder, 'copia')]
  const server = start(dataDir)
  expect(await server.ready).toBe(true)
  const token = await makeGym(port)
  const made = await call(port, token, 'POST', '/clients/', { name: 'Ana' })
  expect(made.status).toBe(201)
  const copied = await run(['backup', file], { DATA_DIR: dataDir, BACKUP_KEY: 'una clave de prueba' })
  expect(copied).toEqual({ code: 0, complaints: '', said: expect.stringMatching(/^Copia terminada: .*\n.*cifrada/) })
  expect((await call(port, token, 'GET', '/clients/')).answer.total).toBe(1)
  await interrupted(dataDir)
  server.process.kill('SIGTERM')
  await server.ended
  const restored = await run(['restore', file], { DATA_DIR: into, BACKUP_KEY: 'una clave de prueba' })
  expect(restored).toEqual({ code: 0, complaints: '', said: expect.stringMatching(/^Restaurado en /) })
  for (const name of ['.removed', '.removed.0a1b2c3d']) mkdirSync(join(into, 'images', name), { recursive: true })
  expect(await start(into).ready).toBe(true)
  expect(readdirSync(join(into, 'images'))).toEqual([])
  expect((await call(port, token, 'GET', '/clients/')).status).toBe(401)
  const owner = await logIn(port, 'duena', 'contraseña segura')
  expect((await call(port, owner, 'GET', '/clients/')).answer.items).toMatchObject([{ name: 'Ana' }])
})
