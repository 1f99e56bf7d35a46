import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dropFolder, newFolder } from '../testing/own-cluster.ts'
import { rememberFolder, renewFencingToken, requireFolder } from './folder-of-copies.ts'

type Given = Parameters<typeof requireFolder>[1]

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

describe('a whole DATA_DIR that was copied, and both go on', () => {
  /** As it was copied, with what the folder of copies says to it. */
  async function twins() {
    const folder = join(dataDir, 'copias')
    mkdirSync(folder)
    const place = { folder, installation: '0a1b2c3d' }
    const [one, other] = ['uno', 'otro'].map((name) => ({ dataDir: join(dataDir, name), BACKUP_DIR: folder })) as [
      Given,
      Given,
    ]
    mkdirSync(one.dataDir)
    await rememberFolder(place, one)
    cpSync(one.dataDir, other.dataDir, { recursive: true })
    return { place, one, other }
  }
  const twin = { trouble: 'twin' }

  test('is told to the one that does not know what the other did, whichever copied first', async () => {
    const { place, one, other } = await twins()
    await requireFolder(place, one)
    await requireFolder(place, other)
    await rememberFolder(place, other)
    await requireFolder(place, other)
    await expect(requireFolder(place, one)).rejects.toMatchObject(twin)
    await expect(requireFolder(place, one)).rejects.toThrow(/borra .*uno.*installation, e inícialo de nuevo/)
    // It has a name of its own then.
    await requireFolder({ ...place, installation: '4e5f6a7b' }, one)
  })

  test('and gets a name of its own also where a former version remembered the folder', async () => {
    const { place, one } = await twins()
    writeFileSync(join(one.dataDir, 'backup-folder'), place.folder)
    const own = { ...place, installation: '4e5f6a7b' }
    await requireFolder(own, one)
    // The disk that is away knows nobody.
    rmSync(join(place.folder, 'torniquete-0a1b2c3d.carpeta'))
    for (const its of [place, own]) await expect(requireFolder(its, one)).rejects.toThrow(/no está el disco de siempre/)
  })

  test('as soon as the archive of one begins', async () => {
    const { place, one, other } = await twins()
    await renewFencingToken(place, other)
    await expect(requireFolder(place, one)).rejects.toMatchObject(twin)
    // Where nothing was copied yet, the archive makes no folder one of ours.
    const fresh = { ...one, dataDir: join(dataDir, 'nuevo') }
    mkdirSync(fresh.dataDir)
    await renewFencingToken({ ...place, installation: '8c9d0e1f' }, fresh)
    expect(readdirSync(fresh.dataDir)).toEqual([])
  })

  test('but a word that was cut off between the two is no other’s, nor are several at once', async () => {
    const { place, one } = await twins()
    const mark = join(place.folder, 'torniquete-0a1b2c3d.carpeta')
    const before = readFileSync(mark)
    await rememberFolder(place, one)
    writeFileSync(mark, before)
    await requireFolder(place, one)
    await Promise.all(Array.from({ length: 8 }, () => rememberFolder(place, one)))
    await requireFolder(place, one)
    // However long the disk takes nothing, and however often another one does.
    mkdirSync(`${mark}.draft`)
    for (let time = 0; time < 1100; time += 1) await rememberFolder(place, one).catch(() => {})
    rmSync(`${mark}.draft`, { recursive: true })
    await requireFolder(place, one)
    const turns = { ...place, folder: join(place.folder, 'otro') }
    mkdirSync(turns.folder)
    for (let time = 0; time < 1100; time += 1) await rememberFolder(turns, one)
    await requireFolder(place, one).catch(({ message }) => expect(message).not.toMatch(/copia otro/))
    await requireFolder(turns, one)
    // As former versions left them.
    writeFileSync(mark, '')
    writeFileSync(join(one.dataDir, 'backup-folder'), place.folder)
    await requireFolder(place, one)
  })
})
