// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './run-command.mjs'

/** @type {string} */
let folder
/** @type {import('node:child_process').ChildProcess[]} */
const running = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-node-'))
  copyProgram(process.execPath, join(folder, 'installed-node'))
  mkdirSync(join(folder, 'scripts'))
  for (const file of ['pinned-node.mjs', 'run-command.mjs'])
    copyFileSync(join(root, 'scripts', file), join(folder, 'scripts', file))
  writeFileSync(
    join(folder, 'scripts/program.mjs'),
    `import { continueUnderPinnedNode } from './pinned-node.mjs'
     await continueUnderPinnedNode()
     process.on('SIGTERM', () => process.exit(7))
     process.stdin.resume()
     process.stdin.on('end', () => process.exit(3))
     console.log(process.pid, process.argv.slice(2).join(' '))`,
  )
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function copyProgram(/** @type {string} */ from, /** @type {string} */ to) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/** Creates the package with Node for this platform; by default it contains the Node that runs these tests. */
function putPackage(/** @type {string} */ program = process.execPath) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const modules = join(
    folder,
    'node_modules',
    process.platform === 'darwin' ? name.replace('node-', 'node-bin-') : name,
  )
  const file = join(modules, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(join(modules, 'package.json'), JSON.stringify({ version: process.versions.node }))
  symlinkSync(program, file)
}

/** Starts the program under another Node and reads its first line of output. */
async function start(/** @type {string[]} */ ...parameters) {
  const child = spawn(join(folder, 'installed-node'), [join(folder, 'scripts/program.mjs'), ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.push(child)
  const [line] = await once(createInterface(/** @type {import('node:stream').Readable} */ (child.stdout)), 'line')
  const [pid, ...given] = line.split(' ')
  return { child, pid: Number(pid), given: given.join(' ') }
}

test('pinned Node: the restarted program gets the arguments and standard input of the command', async () => {
  putPackage()
  const { child, pid, given } = await start('backup', 'mi copia')
  expect([pid === child.pid, given]).toEqual([false, 'backup mi copia'])
  child.stdin?.end()
  expect(await once(child, 'exit')).toEqual([3, null])
})

test('pinned Node: a signal sent to the command reaches the restarted program', async () => {
  putPackage()
  const { child } = await start()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('pinned Node: the restarted program ends when the command is killed', async () => {
  putPackage()
  const { child } = await start()
  child.kill('SIGKILL')
  // The output closes only once both the command and the restarted program have ended.
  await once(child, 'close')
  expect(child.signalCode).toBe('SIGKILL')
})

test('pinned Node: without a package for the platform, the installed Node runs the program', async () => {
  const { child, pid } = await start()
  expect(pid).toBe(child.pid)
})

test('pinned Node: if its program does not start, the installed Node runs the command', async () => {
  putPackage(join(folder, 'missing'))
  const { child, pid } = await start()
  expect(pid).toBe(child.pid)
})
