// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('the lock puts every package into one folder, and names nobody’s mirror', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const places = Object.keys(JSON.parse(lock).packages)
  expect(places.filter((place) => /^(?!node_modules\/).+\/node_modules\//.test(place))).toEqual([])
  expect(lock).not.toMatch(/"resolved": "https?:/)
})
