import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropFolder, newFolder } from '../testing/own-cluster.ts'
import { rememberFolder, requireFolder } from './folder-of-copies.ts'

let dataDir: string
beforeEach(() => {
  dataDir = newFolder()
})
afterEach(() => dropFolder(dataDir))

test.each(['copias', ' copias de seguridad '])('the folder “%s” is known again by its mark', async (name) => {
  const folder = join(dataDir, name)
  const [place, given] = [
    { folder, installation: '0a1b2c3d' },
    { dataDir, BACKUP_DIR: folder },
  ]
  mkdirSync(folder)
  await rememberFolder(place, given)
  await requireFolder(place, given)
  rmSync(join(folder, 'torniquete-0a1b2c3d.carpeta'))
  await expect(requireFolder(place, given)).rejects.toThrow(/no está el disco de siempre/)
})
