import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileStore } from './file-store.ts'

let folder: string
let store: FileStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-files-'))
  store = new FileStore(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string) => store.put(1, 'clients', name, Buffer.from('x'))
const listed = async () => {
  const names: string[] = []
  for await (const { name } of store.files()) names.push(name)
  return names
}

test('what is removed while a copy is made is listed until that is over', async () => {
  await put('a.webp')
  await store.keepRemoved()
  await store.remove(1, 'clients', 'a.webp')
  expect(await store.read(1, 'clients', 'a.webp')).toBeNull()
  expect(await listed()).toEqual(['a.webp'])
  await store.dropRemoved()
  expect(await listed()).toEqual([])
})

test('pictures are removed also at the moment when a copy ends', async () => {
  const names = Array.from({ length: 300 }, (_, at) => `${at}.webp`)
  await Promise.all(names.map(put))
  await store.keepRemoved()
  let left = names.length
  const remove = async (some: string[]) => {
    for (const name of some) {
      await store.remove(1, 'clients', name)
      left -= 1
    }
  }
  const copies = async () => {
    while (left > 0) {
      await store.dropRemoved()
      await store.keepRemoved()
    }
  }
  await Promise.all([copies(), remove(names.slice(0, 150)), remove(names.slice(150))])
  await store.dropRemoved()
  expect(await listed()).toEqual([])
  expect(readdirSync(join(folder, 'images'))).toEqual(['1'])
})

test('what a file browser or somebody’s hand leaves among the pictures is none, and ends nothing', async () => {
  await put('a.webp')
  await store.keepRemoved()
  const images = join(folder, 'images')
  for (const name of ['Thumbs.db', '7', '1/desktop.ini', '1/clients/foto (1).png', '.removed/.DS_Store'])
    writeFileSync(join(images, name), 'x')
  for (const name of ['1/clients/copias', '1/.Trash', 'otra']) mkdirSync(join(images, name))
  expect(await listed()).toEqual(['a.webp'])
})

test('what several copies that were killed put aside goes with the next one’s end', async () => {
  for (const name of ['.removed', '.removed.dropped', '.removed.0a1b2c3d'])
    mkdirSync(join(folder, 'images', name, 'deep'), { recursive: true })
  await store.dropRemoved()
  expect(readdirSync(join(folder, 'images'))).toEqual([])
})
