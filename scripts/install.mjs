// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { continueUnderPinnedNode } from './pinned-node.mjs'
import { giveUp, isProgram, killed, lastLines, root, runCommand } from './run-command.mjs'

const stamp = join(root, 'node_modules/.torniquete-install')
const lock = join(root, 'package-lock.json')

/**
 * Makes node_modules match package-lock.json, and continues under the pinned Node. Packages that only tests and checks need,
 * half of all, are installed when those run: they would double the wait of a first start.
 * @param {{ developing?: boolean }} [options] with the packages of tests and checks
 */
export async function setUp(options) {
  await ensureInstalled(options)
  await continueUnderPinnedNode()
}

async function ensureInstalled({ developing = false } = {}) {
  const wanted = fingerprint()
  const isReady = isInstalled(wanted)
  if (isReady && !(developing && missingPackages(root, { developing }).length > 0)) return
  console.log('Instalando lo que falta…')
  // One that is interrupted must not pass for the one before it.
  if (isReady) writeFileSync(stamp, '')
  const parameters = isReady ? complete : developing || isDevelopedHere() ? everything : whatRuns
  const { code, output } = await runCommand('npm', [...parameters, '--no-audit', '--no-fund'])
  // One that merely fails, as without a network, undoes what it began: what was there still runs.
  if (code === 0 || (isReady && code !== killed)) writeFileSync(stamp, wanted)
  if (code === 0) return
  // When the lock does not fit, npm buries the reason under its manual.
  const [reason = ''] = output.split('npm error Clean install a project')
  giveUp(`La instalación no terminó (npm ${parameters[0]}, código ${code}):\n${lastLines(reason, 20)}`)
}

/** Windows does not delete a program that runs, and `ci` deletes everything first. */
const runsFromModules = process.platform === 'win32' && process.execPath.startsWith(join(root, 'node_modules'))
const install = runsFromModules ? ['install', '--no-save'] : ['ci']
const everything = [...install, '--include=dev']
const whatRuns = [...install, '--omit=dev']
/** Takes nothing away: the product may be running. */
const complete = ['install', '--include=dev', '--no-save']

/** Another lock takes nothing away from whom it has been everything. */
const isDevelopedHere = () => existsSync(join(root, 'node_modules/typescript'))

/**
 * What a workspace needs and the root's node_modules lacks, as where a folder was copied in part. The lock puts all packages there.
 * @param {string} folder
 * @param {{ developing?: boolean }} [options]
 */
export function missingPackages(folder, { developing = false } = {}) {
  /** @type {{ workspaces?: string[], dependencies?: object, devDependencies?: object }} */
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const manifests = (manifest.workspaces ?? []).map((workspace) =>
    JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8')),
  )
  const names = [manifest, ...manifests].flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...(developing ? devDependencies : {}) }),
  )
  return [...new Set(names)].filter((name) => !existsSync(join(folder, 'node_modules', name, 'package.json')))
}

/** @param {string} wanted */
function isInstalled(wanted) {
  if (missingPackages(root).length > 0) return false
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === wanted
  if (!installedByHand()) return false
  writeFileSync(stamp, wanted)
  return true
}

/** Somebody ran npm after the lock last changed: nothing to repeat. */
function installedByHand() {
  const npmRecord = join(root, 'node_modules/.package-lock.json')
  return existsSync(npmRecord) && statSync(npmRecord).mtimeMs >= statSync(lock).mtimeMs
}

function fingerprint() {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const hash = createHash('sha256').update(manifest).update(readFileSync(lock))
  for (const workspace of JSON.parse(manifest).workspaces) {
    hash.update(readFileSync(join(root, workspace, 'package.json')))
  }
  return hash.digest('hex')
}

if (isProgram(import.meta.url)) await setUp({ developing: true })
