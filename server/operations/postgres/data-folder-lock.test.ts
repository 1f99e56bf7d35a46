import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataFolderInUseError } from '../../platform/files/file-errors.ts'
import { startTypeScriptChild, writeTypeScriptProgram } from '../../testing/typescript-child.ts'
import { lockDataFolder } from './data-folder-lock.ts'

let folder: string
const lockFile = () => join(folder, 'torniquete.lock')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('data folder lock: locks a free folder, and release frees it', () => {
  const lock = lockDataFolder(folder)
  expect(readFileSync(lockFile(), 'utf8')).toBe(String(process.pid))
  lock.release()
  expect(readdirSync(folder)).toEqual(['torniquete.lock.sqlite'])
  lockDataFolder(folder).release()
})

test('data folder lock: abandoning it leaves a new folder empty', () => {
  lockDataFolder(folder).abandon()
  expect(readdirSync(folder)).toEqual([])
})

test('data folder lock: refused with folder and pid while another holder lives', () => {
  const lock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError)
  expect(() => lockDataFolder(folder)).toThrow(`La carpeta de datos ${folder} ya está en uso`)
  expect(() => lockDataFolder(folder)).toThrow(`(proceso ${process.pid})`)
  lock.release()
})

test('data folder lock: the pid of a killed holder does not count, even if it is used again', () => {
  writeFileSync(lockFile(), String(process.pid))
  lockDataFolder(folder).release()
})

test('data folder lock: an unwritable folder is refused in one line', () => {
  expect(() => lockDataFolder(join(folder, 'missing'))).toThrow(
    /^No se puede escribir en la carpeta de datos \S+ \(.+\)\.$/,
  )
})

const asks = `
  import { lockDataFolder } from '@/data-folder-lock.ts'
  let answer = 'won'
  try { globalThis.lock = lockDataFolder(process.argv[2]) } catch (error) { answer = error.name }
  process.stdout.write(answer + '\\n')
  process.stdin.on('end', () => process.exit()).resume()
`
// Runs a program without sight of other processes, as in another container; not possible everywhere.
const hidden = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--net']
const hides = process.platform === 'linux' && spawnSync('env', [...hidden, 'true']).status === 0
if (!hides) console.info('processes cannot be hidden from each other here: the lock between containers is not tried')

test.runIf(hides)('data folder lock: holds across containers, and is freed when its holder is killed', async () => {
  const child = writeTypeScriptProgram(join(folder, 'child'), asks)
  const shared = join(folder, 'shared')
  mkdirSync(shared)
  const run = () => startTypeScriptChild(child, [shared], { within: [...hidden, '--kill-child'] })
  const holder = run()
  expect(await holder.nextLine()).toBe('won')
  for (let turn = 0; turn < 3; turn += 1) {
    const other = run()
    expect(await other.nextLine()).toBe('DataFolderInUseError')
    other.process.stdin?.end()
    await other.ended
  }
  expect(() => lockDataFolder(shared)).toThrow(DataFolderInUseError)
  holder.process.kill('SIGKILL')
  await holder.ended
  await vi.waitFor(() => lockDataFolder(shared).release(), { timeout: 10_000, interval: 20 })
})

test('data folder lock: if many processes try at once, exactly one gets it', { timeout: 60_000 }, async () => {
  const child = writeTypeScriptProgram(
    join(folder, 'child'),
    `
    import { lockDataFolder } from '@/data-folder-lock.ts'
    process.stdout.write('ready\\n')
    process.stdin.on('end', () => process.exit())
    const locks = []
    process.stdin.on('data', (line) => {
      let answer = 'won'
      try { locks.push(lockDataFolder(String(line).trim())) } catch (error) { answer = error.name }
      process.stdout.write(answer + '\\n')
    })
  `,
  )
  const rivals = Array.from({ length: 6 }, () => startTypeScriptChild(child))
  await Promise.all(rivals.map((rival) => rival.nextLine()))
  for (let round = 0; round < 10; round++) {
    const contested = join(folder, String(round))
    mkdirSync(contested)
    for (const rival of rivals) rival.process.stdin?.write(`${contested}\n`)
    const outcomes = await Promise.all(rivals.map((rival) => rival.nextLine()))
    expect(outcomes.sort()).toEqual([...Array(5).fill('DataFolderInUseError'), 'won'])
  }
  for (const rival of rivals) rival.process.stdin?.end()
  await Promise.all(rivals.map((rival) => rival.ended))
})
