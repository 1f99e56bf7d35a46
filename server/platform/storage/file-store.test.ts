import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { FakeS3Server } from '../../testing/fake-s3.ts'
import type { ImageStore } from './file-store.ts'
import { openImageStore } from './image-stores.ts'

let folder: string
let store: ImageStore
let s3: FakeS3Server
beforeAll(async () => {
  s3 = await FakeS3Server.start()
})
afterAll(() => s3.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete-files-'))
  store = openImageStore(readConfig({ DATA_DIR: folder }))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
  s3.objects.clear()
})

const put = (name: string, content = 'x') => store.put(1, 'clients', name, Buffer.from(content))
const listed = async () => {
  const found: string[] = []
  for await (const { gym, folder, name, read } of store.files()) found.push(`${gym}/${folder}/${name} ${await read()}`)
  return found.sort()
}
const shown = async (name: string) => {
  const found = await store.read(1, 'clients', name)
  if (!found) return null
  const pieces: Buffer[] = []
  for await (const piece of found.content instanceof Buffer ? [found.content] : found.content) pieces.push(piece)
  const content = Buffer.concat(pieces)
  expect(found.bytes).toBe(content.length)
  return String(content)
}

describe.each(['a folder', 'a bucket'])('picture store in %s', (place) => {
  beforeEach(() => {
    if (place === 'a bucket') store = openImageStore(readConfig({ DATA_DIR: folder, ...s3.environment }))
  })

  test('image store: keeps a picture until it is deleted', async () => {
    await put('a.webp', 'first')
    expect([await shown('a.webp'), await shown('b.webp')]).toEqual(['first', null])
    await store.remove(1, 'clients', 'a.webp')
    await store.remove(1, 'clients', 'a.webp')
    expect([await shown('a.webp'), await listed()]).toEqual([null, []])
  })

  test('image store: deletes all pictures of one gym only', async () => {
    s3.pageSize = 2
    for (const name of ['a.webp', 'b.webp', 'c.webp', 'd.webp', 'e.webp']) await put(name)
    await store.put(11, 'clients', 'a.webp', Buffer.from('x'))
    await store.removeGym(1)
    expect(await listed()).toEqual(['11/clients/a.webp x'])
  })
})

test('FileStore: skips files of other programs among the pictures', async () => {
  await put('a.webp')
  const images = join(folder, 'images')
  for (const name of ['Thumbs.db', '7', '1/desktop.ini', '1/clients/foto (1).png'])
    writeFileSync(join(images, name), 'x')
  for (const name of ['1/clients/copias', '1/.Trash', 'otra']) mkdirSync(join(images, name))
  expect(await listed()).toEqual(['1/clients/a.webp x'])
})
