import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { allowFirstStart, disallowFirstStart, requireExpectedData } from './missing-data-check.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-expected-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const service = { TORNIQUETE_SERVICE: '1' }
const at = (name: string, DATABASE_URL?: string) => readConfig({ DATA_DIR: join(folder, name), DATABASE_URL })

test('service: refuses to start without the gym’s data', () => {
  expect(() => requireExpectedData(service, at('data'))).toThrow(/^En .*data no están los datos del gimnasio/)
  mkdirSync(join(folder, 'data'))
  expect(() => requireExpectedData(service, at('data'))).toThrow(/el servicio no empieza otro vacío/)
  mkdirSync(join(folder, 'data/postgres'))
  expect(() => requireExpectedData(service, at('data'))).not.toThrow()
})

test('start by hand or with an external database: the data folder may be empty', () => {
  expect(() => requireExpectedData({}, at('data'))).not.toThrow()
  expect(() => requireExpectedData(service, at('data', 'postgres://ana@otra/gym'))).not.toThrow()
})

test('service: creates a gym once if it was installed before the first start', () => {
  const config = at('data')
  allowFirstStart(config, statSync(folder).uid)
  expect(() => requireExpectedData(service, config)).not.toThrow()
  disallowFirstStart(config)
  expect(readdirSync(join(folder, 'data'))).toEqual([])
  expect(() => requireExpectedData(service, config)).toThrow()
})
