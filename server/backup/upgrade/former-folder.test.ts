import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { master } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { formerFolder, noteUpgrade } from './former-folder.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the data of before an upgrade are told as long as they stay', async () => {
  const platform = await master(app)
  const size = async () => (await platform.call('status.read')).former_size
  expect(await size()).toBeNull()
  const former = formerFolder(app.dataDir, '17')
  mkdirSync(join(former, 'base'), { recursive: true })
  writeFileSync(join(former, 'base/1'), Buffer.alloc(3_000))
  writeFileSync(join(former, 'PG_VERSION'), '17\n')
  noteUpgrade(app.dataDir, { from: '17', at: new Date().toISOString() })
  expect(await size()).toBe(3_003)
  rmSync(join(app.dataDir, 'upgraded.json'))
  expect(await size()).toBeNull()
})
