import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownerOf } from './users.ts'

test('whose a folder is, by name and with their home', () => {
  const folder = mkdtempSync(join(tmpdir(), 'torniquete-owner-'))
  const { username, uid, homedir } = userInfo()
  expect(ownerOf(folder)).toEqual({ name: username, id: uid, home: homedir })
  rmdirSync(folder)
})
