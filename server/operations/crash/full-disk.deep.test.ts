// A data folder on a disk that becomes completely full, and a backup to a disk that is too small. The disks are in
// memory, in a mount namespace; skipped with a message if namespaces are forbidden.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { makeGymAndFetchToken, type ServerProcess, sendCall, startServerProcess } from '../../testing/server-process.ts'
import { waitUntil } from '../../testing/simulated-terminals.ts'

const apart = ['unshare', '--user', '--map-root-user', '--mount']
const canMount =
  process.platform === 'linux' &&
  spawnSync('env', [...apart, 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' }).status === 0
if (!canMount) console.info('No disk can be made here: what happens on one that fills up is not tried')

let folder: string
let holder: ChildProcess
const running: ServerProcess[] = []
/** Sizes in MB of disks that only processes started with `inside` can see. */
const disks = { data: 700, small: 2 }

beforeAll(async () => {
  if (!canMount) return
  folder = mkdtempSync(join(tmpdir(), 'torniquete-disk-'))
  for (const name of Object.keys(disks)) mkdirSync(join(folder, name))
  const mounts = Object.entries(disks).map(
    ([name, size]) => `mount -t tmpfs -o size=${size}m,mode=700 tmpfs "$1/${name}"`,
  )
  const script = `${mounts.join(' && ')} && echo mounted && exec cat`
  const [program = '', ...told] = [...apart, 'sh', '-c', script, 'sh', folder]
  holder = spawn(program, told, { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(holder.stdout ?? holder, 'data')
}, 240_000)
afterAll(async () => {
  if (!canMount) return
  for (const { process, ended } of running) {
    process.kill('SIGKILL')
    await ended
  }
  const ended = once(holder, 'exit')
  holder.kill('SIGKILL')
  await ended
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const inside = () => ['nsenter', '--user', '--mount', '--preserve-credentials', '-t', String(holder.pid), '--']
/** Returns the path through which this process reaches a file of the mount namespace. */
const seen = (...path: string[]) => join(`/proc/${holder.pid}/root`, folder, ...path)

function start(): ServerProcess {
  const started = startServerProcess(join(folder, 'data'), 0, { BACKUP_DIR: join(folder, 'copies') }, inside())
  running.push(started)
  return started
}

/** Resizes a filler file so that `bytes` remain free on the data disk; the free space is never larger in between. */
function leave(bytes: number): void {
  const filler = seen('data', 'filler')
  const { bavail, bsize } = statfsSync(seen('data'))
  const had = statSync(filler, { throwIfNoEntry: false })?.size ?? 0
  const size = had + bavail * bsize - bytes
  if (size < had) truncateSync(filler, size)
  else expect(spawnSync('env', ['fallocate', '-l', String(size), filler]).status).toBe(0)
}

const backup = (parameters: string[], dataDir: string) =>
  new Promise<{ code: number; complaints: string }>((resolve) => {
    const [program = '', ...told] = [
      ...inside(),
      process.execPath,
      join(repositoryRoot, 'server/operations/archive/main.ts'),
    ]
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    execFile(program, [...told, ...parameters], { env }, (error, _said, complaints) =>
      resolve({ code: error ? Number(error.code) : 0, complaints }),
    )
  })

test.runIf(canMount)(
  'full disk: sales stop before the database does, reads still work, sales resume with space',
  {
    timeout: 240_000,
  },
  async () => {
    let server = start()
    expect(await server.ready).toBe(true)
    const token = await makeGymAndFetchToken(server.port)
    const ask = (method: string, path: string, body?: object) => sendCall(server.port, token, method, path, body)
    const { id } = (await ask('POST', '/products/', { name: 'Agua', unit_of_measure: 'u', sale_price: '25' })).answer
    const { id: id_supplier } = (await ask('POST', '/suppliers/', { name: 'Bebidas' })).answer
    await ask('POST', '/purchase/', { id_supplier, items: [{ id_product: id, quantity: 9000, unit_price: '10.00' }] })
    const { id: id_client } = (await ask('POST', '/clients/', { name: 'Ana Brújula' })).answer
    const sell = () => ask('POST', '/sales/', { id_client, items: [{ id_product: id, quantity: 1 }] })
    const sells = (status: number) => waitUntil(sell, (answer) => answer.status === status, 30_000)
    expect(await sell()).toMatchObject({ status: 201, answer: { number: 1 } })

    leave(15e6)
    expect((await sells(503)).answer.detail).toMatch(/disco/)
    expect(await ask('GET', `/products/${id}`)).toMatchObject({ status: 200, answer: { quantity: expect.any(Number) } })
    leave(0)
    expect((await sell()).status).toBe(503)
    expect(await ask('GET', '/clients/')).toMatchObject({ status: 200, answer: { total: 1 } })

    // Simulates a power cut: the start reports the missing space, and nothing is lost.
    server.process.kill('SIGKILL')
    await server.ended
    server = start()
    expect(await server.ended).toMatchObject({ complaints: [expect.stringMatching(/^No queda espacio en el disco/)] })
    leave(34e6)
    server = start()
    expect(await server.ready).toBe(true)
    expect((await sell()).status).toBe(503)
    expect(await ask('GET', '/clients/')).toMatchObject({ status: 200, answer: { total: 1 } })

    rmSync(seen('data', 'filler'))
    await sells(201)
    // Sale numbers have no gaps, so the last number equals the number of sales.
    const { salesInvoices, total } = (await ask('GET', '/sales/')).answer
    expect(salesInvoices[0].number).toBe(total)
  },
)

test.runIf(canMount)('backup: leaves no file if the backup disk is full', { timeout: 240_000 }, async () => {
  const cut = await backup(['backup', join(folder, 'small', 'copia')], join(folder, 'data'))
  expect(cut).toEqual({ code: 1, complaints: expect.stringMatching(/queda menos de 1 GB: .* no quedó nada de ella/) })
  expect(readdirSync(seen('small'))).toEqual([])
})
