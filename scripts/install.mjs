// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { continueUnderPinnedNode } from './pinned-node.mjs'
import { exitWithMessage, isProgram, root, runCommand, takeLastLines } from './run-command.mjs'

/**
 * Makes node_modules match package-lock.json, and continues under the pinned Node. Packages that only tests and checks need
 * are installed when those run: they are half of all packages, and would double the time of a first start.
 * @param {{ developing?: boolean }} [options] with the packages of tests and checks
 */
export async function installPackages({ developing = false } = {}) {
  if (listMissingPackages(root, { developing }).length > 0) await install(developing)
  await continueUnderPinnedNode()
}

/** @param {boolean} developing */
async function install(developing) {
  console.log('Instalando lo que falta…')
  const isDevelopedHere = developing || existsSync(join(root, 'node_modules/typescript'))
  // Not `npm ci`, which deletes node_modules first: without a connection the product would lose its packages.
  const isInstalled = existsSync(join(root, 'node_modules/.package-lock.json'))
  const way = isInstalled ? ['install', '--no-save'] : ['ci']
  const packages = isDevelopedHere ? '--include=dev' : '--omit=dev'
  const { code, output } = await runCommand('npm', [...way, packages, '--no-audit', '--no-fund'])
  if (code === 0) return
  // If package-lock.json does not match, npm prints its manual after the reason; only the reason is shown.
  const [reason = ''] = output.split('npm error Clean install a project')
  exitWithMessage(`La instalación no terminó (npm ${way[0]}, código ${code}):\n${takeLastLines(reason, 20)}`)
}

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Package */

/**
 * Compares package-lock.json with npm's record of installed packages and with the folders in node_modules. An optional
 * package may be absent, because it may be for another platform, but must not have another version.
 * @param {string} folder
 * @param {{ developing?: boolean }} [options]
 */
export function listMissingPackages(folder, { developing = false } = {}) {
  const installed = readLock(join(folder, 'node_modules/.package-lock.json'))
  return Object.entries(readLock(join(folder, 'package-lock.json'))).flatMap(([path, { version, ...wanted }]) => {
    if (!path.startsWith('node_modules/') || (wanted.dev && !developing)) return []
    if (!installed[path] && (wanted.optional || wanted.devOptional)) return []
    const isThere = installed[path]?.version === version && existsSync(join(folder, path, 'package.json'))
    return isThere ? [] : [path.slice('node_modules/'.length)]
  })
}

/**
 * @param {string} file
 * @returns {Record<string, Package>} empty without the file
 */
const readLock = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

if (isProgram(import.meta.url)) await installPackages({ developing: true })
