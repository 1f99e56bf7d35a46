import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataFolderInUse } from '../../platform/files/errors.ts'
import { runChild, writeTypeScript } from '../../testing/typescript-child.ts'
import { takeOwnerLock } from './owner-lock.ts'

let folder: string
const lockFile = () => join(folder, 'torniquete.lock')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The holder's socket. */
const lineIn = (place: string) => {
  const { taken } = JSON.parse(readFileSync(join(place, 'torniquete.lock'), 'utf8'))
  return `torniquete.lock.${taken}`
}

test('owner lock: takes a free folder, and frees it on release', async () => {
  const lock = await takeOwnerLock(folder)
  expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

test('owner lock: refuses with folder and pid while the holder lives', async () => {
  const lock = await takeOwnerLock(folder)
  await expect(takeOwnerLock(folder)).rejects.toThrow(DataFolderInUse)
  await expect(takeOwnerLock(folder)).rejects.toThrow(`La carpeta de datos ${folder} ya está en uso`)
  await expect(takeOwnerLock(folder)).rejects.toThrow(`(proceso ${process.pid})`)
  expect(readdirSync(folder)).toEqual(['torniquete.lock', lineIn(folder)])
  lock.release()
})

test.each([
  ['a dead process', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'x' })],
  ['an earlier process with a pid that is in use again', JSON.stringify({ pid: process.pid, startedAt: 'before' })],
  ['nobody, after a power cut left it empty', ''],
])('owner lock: replaces that of %s', async (_whose, content) => {
  writeFileSync(lockFile(), content)
  const lock = await takeOwnerLock(folder)
  await expect(takeOwnerLock(folder)).rejects.toThrow(DataFolderInUse)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

// Linux knows the start time of a process; Windows does not, and its own way is missing here.
test.runIf(process.platform !== 'darwin')(
  'owner lock on Windows: the holder lives if its socket answers, whatever its pid',
  async () => {
    const anothers = JSON.stringify({ pid: process.pid, startedAt: '', taken: 'by one that a power cut ended' })
    writeFileSync(lockFile(), anothers)
    const take = () => takeOwnerLock(folder, 'win32')
    const lock = await take()
    await expect(take()).rejects.toThrow(`(proceso ${process.pid})`)
    const content = readFileSync(lockFile())
    lock.release()
    expect(readdirSync(folder)).toEqual([])
    // Acts as if the lock file had stayed.
    writeFileSync(lockFile(), content)
    const next = await take()
    await expect(take()).rejects.toThrow(DataFolderInUse)
    next.release()
    expect(readdirSync(folder)).toEqual([])
  },
)

const asks = `
  import { takeOwnerLock } from '@/owner-lock.ts'
  const told = await takeOwnerLock(process.argv[2]).then(() => 'won', (error) => error.name)
  process.stdout.write(told + '\\n')
  process.stdin.on('end', () => process.exit()).resume()
`
// Skipped where processes cannot be hidden from each other.
const hidden = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--net']
const hides = process.platform === 'linux' && spawnSync('env', [...hidden, 'true']).status === 0
if (!hides) console.info('processes cannot be hidden from each other here: the lock between containers is not tried')

const deep = 'deep/'.repeat(30)
const among = test.runIf(hides).for(['shared', `${deep}shared`])
among('one in another container is heard, and the lock of one that was killed is replaced: %s', async (name) => {
  const child = writeTypeScript(join(folder, 'child'), asks)
  const shared = join(folder, name)
  mkdirSync(shared, { recursive: true })
  const run = () => runChild(child, [shared], { within: [...hidden, '--kill-child'] })
  const holder = run()
  expect(await holder.nextLine()).toBe('won')
  for (let turn = 0; turn < 3; turn += 1) {
    const other = run()
    expect(await other.nextLine()).toBe('DataFolderInUse')
    other.process.stdin?.end()
    await other.ended
  }
  await expect(takeOwnerLock(shared)).rejects.toThrow(DataFolderInUse)
  holder.process.kill('SIGKILL')
  await holder.ended
  await vi.waitFor(async () => (await takeOwnerLock(shared)).release(), { timeout: 10_000, interval: 20 })
  expect(readdirSync(shared)).toEqual([])
})

test('owner lock: of many that find a stale lock exactly one wins', { timeout: 60_000 }, async () => {
  const child = writeTypeScript(
    join(folder, 'child'),
    `
    import { takeOwnerLock } from '@/owner-lock.ts'
    process.stdout.write('ready\\n')
    process.stdin.on('end', () => process.exit())
    process.stdin.on('data', async (line) => {
      const folder = String(line).trim()
      process.stdout.write(await takeOwnerLock(folder).then(() => 'won\\n', (error) => error.name + '\\n'))
    })
  `,
  )
  const rivals = Array.from({ length: 6 }, () => runChild(child))
  await Promise.all(rivals.map((rival) => rival.nextLine()))
  for (let round = 0; round < 10; round++) {
    const contested = join(folder, String(round))
    mkdirWithStaleLock(contested)
    for (const rival of rivals) rival.process.stdin?.write(`${contested}\n`)
    const outcomes = await Promise.all(rivals.map((rival) => rival.nextLine()))
    expect(outcomes.sort()).toEqual([...Array(5).fill('DataFolderInUse'), 'won'])
    expect(readdirSync(contested)).toEqual(['torniquete.lock', lineIn(contested)])
  }
  for (const rival of rivals) rival.process.stdin?.end()
  await Promise.all(rivals.map((rival) => rival.ended))
})

function mkdirWithStaleLock(contested: string): void {
  mkdirSync(contested)
  writeFileSync(join(contested, 'torniquete.lock'), JSON.stringify({ pid: 1, startedAt: 'before' }))
}
