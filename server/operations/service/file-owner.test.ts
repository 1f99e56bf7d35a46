import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFileOwner } from './service-command.ts'

test("findOwner: returns name, number and home of a folder's owner", () => {
  const folder = mkdtempSync(join(tmpdir(), 'torniquete-owner-'))
  const { username, uid, homedir } = userInfo()
  expect(findFileOwner(folder)).toEqual({ name: username, id: uid, home: homedir })
  rmdirSync(folder)
})
