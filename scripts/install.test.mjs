// @ts-check
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingPackages } from './install.mjs'
import { root } from './run-command.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-install-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string} name @param {object} content */
function putManifest(name, content) {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'package.json'), JSON.stringify(content))
}

test('a copy without some of its packages is seen to lack them', () => {
  putManifest('', { workspaces: ['server', 'web'], devDependencies: { typescript: '1' } })
  putManifest('server', { dependencies: { '@some/tool': '1', 'csv-parse': '1' } })
  putManifest('web', {})
  putManifest('node_modules/typescript', {})
  putManifest('node_modules/@some/tool', {})
  expect(missingPackages(folder)).toEqual(['csv-parse'])
  putManifest('node_modules/csv-parse', {})
  expect(missingPackages(folder)).toEqual([])
})

test('what only tests need is missing to them alone', () => {
  putManifest('', { workspaces: ['web'], dependencies: { vite: '1' }, devDependencies: { vitest: '1' } })
  putManifest('web', { dependencies: { react: '1' } })
  expect(missingPackages(folder)).toEqual(['vite', 'react'])
  expect(missingPackages(folder, { developing: true })).toEqual(['vite', 'vitest', 'react'])
})

/** What a package of the test's own folder is to npm. */
const own = (/** @type {string} */ name) => ({ [name]: `file:packages/${name}` })
const isThere = (/** @type {string} */ name) => existsSync(join(folder, 'node_modules', name, 'package.json'))

/** A repository with a package that it runs by and one that its tests need, and this installer. */
async function putRepository() {
  putManifest('', { name: 'some', workspaces: ['web'], dependencies: own('vite'), devDependencies: own('typescript') })
  putManifest('web', { name: 'web', version: '1.0.0' })
  for (const name of ['vite', 'typescript', 'zod']) putManifest(`packages/${name}`, { name, version: '1.0.0' })
  mkdirSync(join(folder, 'scripts'))
  for (const file of ['install.mjs', 'pinned-node.mjs', 'run-command.mjs'])
    copyFileSync(join(root, 'scripts', file), join(folder, 'scripts', file))
  await writeLock()
}

const run = (/** @type {string} */ program, /** @type {string[]} */ ...parameters) =>
  promisify(execFile)(program, parameters, {
    cwd: folder,
    env: { ...process.env, npm_config_cache: join(folder, '.npm') },
  })
const writeLock = () => run('npm', 'install', '--package-lock-only', '--offline', '--no-audit', '--no-fund')
/** @param {object} [options] */
const install = (options) =>
  run(
    process.execPath,
    '--input-type=module',
    '-e',
    `(await import('./scripts/install.mjs')).setUp(${JSON.stringify(options)})`,
  )
const installed = () => statSync(join(folder, 'node_modules/.torniquete-install')).mtimeMs

test('a start brings what runs, tests bring what they lack and take nothing away, and who develops keeps it all', {
  tags: ['deep'],
}, async () => {
  await putRepository()
  await install()
  expect([isThere('vite'), isThere('typescript')]).toEqual([true, false])
  const once = installed()
  await install()
  expect(installed()).toBe(once)

  // As a program that runs has it.
  writeFileSync(join(folder, 'node_modules/.opened'), '')
  await install({ developing: true })
  expect([isThere('vite'), isThere('typescript')]).toEqual([true, true])
  expect(existsSync(join(folder, 'node_modules/.opened'))).toBe(true)
  const whole = installed()
  await install({ developing: true })
  await install()
  expect(installed()).toBe(whole)

  // Completing was interrupted.
  writeFileSync(join(folder, 'node_modules/.torniquete-install'), '')
  await install()
  expect([isThere('typescript'), existsSync(join(folder, 'node_modules/.opened'))]).toEqual([true, false])

  putManifest('web', { name: 'web', version: '1.0.0', dependencies: { zod: 'file:../packages/zod' } })
  await writeLock()
  await install()
  expect([isThere('zod'), isThere('typescript')]).toEqual([true, true])
})

test('without a network tests are refused, and what runs is left as it was', { tags: ['deep'] }, async () => {
  await putRepository()
  await run('npm', 'pack', './packages/typescript')
  const archive = 'typescript-1.0.0.tgz'
  putManifest('', {
    name: 'some',
    workspaces: ['web'],
    dependencies: own('vite'),
    devDependencies: { typescript: `file:${archive}` },
  })
  await writeLock()
  await install()
  // npm remembers what it has read.
  for (const name of [archive, '.npm']) rmSync(join(folder, name), { recursive: true })

  writeFileSync(join(folder, 'node_modules/.opened'), '')
  await expect(install({ developing: true })).rejects.toThrow('La instalación no terminó (npm install')
  await install()
  expect([isThere('typescript'), existsSync(join(folder, 'node_modules/.opened'))]).toEqual([false, true])
})

test('who takes the pictures of help from a fresh clone is installed what that takes first', {
  tags: ['deep'],
}, async () => {
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  putManifest('', { name: 'some', workspaces: [], devDependencies: own('@playwright/test') })
  // Of another state: npm refuses it at once.
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ name: 'some', lockfileVersion: 3, packages: {} }))
  await expect(run(process.execPath, 'scripts/help-pictures.mjs')).rejects.toThrow('La instalación no terminó (npm ci')
})

test('who installs by hand is asked for nothing more than what lacks', { tags: ['deep'] }, async () => {
  await putRepository()
  await run('npm', 'ci', '--omit=dev', '--offline', '--no-audit', '--no-fund')
  writeFileSync(join(folder, 'node_modules/.opened'), '')
  await install()
  expect([isThere('typescript'), existsSync(join(folder, 'node_modules/.opened'))]).toEqual([false, true])
  await install({ developing: true })
  expect([isThere('typescript'), existsSync(join(folder, 'node_modules/.opened'))]).toEqual([true, true])
})

test('the lock puts every package into one folder, and names nobody’s mirror', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const places = Object.keys(JSON.parse(lock).packages)
  expect(places.filter((place) => /^(?!node_modules\/).+\/node_modules\//.test(place))).toEqual([])
  expect(lock).not.toMatch(/"resolved": "https?:/)
})
