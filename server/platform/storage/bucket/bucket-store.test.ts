// A bucket while some pictures are still in DATA_DIR, and while the bucket is unreachable.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { FakeS3Server, type S3Behaviour } from '../../../testing/fake-s3.ts'
import { FolderImageStore } from '../file-store.ts'
import { Bucket } from './bucket.ts'
import { BucketImageStore } from './bucket-store.ts'

let s3: FakeS3Server
let folder: string
let store: BucketImageStore
let told: string[]
beforeEach(async () => {
  s3 = await FakeS3Server.start()
  folder = mkdtempSync(join(tmpdir(), 'torniquete-bucket-'))
  told = []
  store = opened()
})
afterEach(async () => {
  store.close()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

function opened(waits: number[] = []): BucketImageStore {
  const { bucket } = readConfig(s3.environment)
  if (!bucket) throw new Error('no bucket in the settings')
  const tell = (what: string) => told.push(what)
  return new BucketImageStore(new Bucket(bucket, tell, { silenceMs: 30_000, requestMs: 60_000 }), folder, tell, waits)
}
const away = formatError('image.away')
const before = (name: string, content = name) =>
  new FolderImageStore(folder).put(1, 'clients', name, Buffer.from(content))
const inFolder = (name: string) => existsSync(join(folder, 'images/1/clients', name))
const keyOf = (name: string) => `images/1/clients/${name}`
const shown = async (name: string) => {
  const found = await store.read(1, 'clients', name)
  if (!found) return null
  let text = ''
  for await (const piece of found.content instanceof Buffer ? [found.content] : found.content) text += piece
  return text
}
const copied = async (of = store) => {
  const unread: string[] = []
  const found: string[] = []
  for await (const { name, read } of of.files((place) => unread.push(place))) {
    const bytes = await read().catch(() => 'unread')
    if (bytes !== null) found.push(`${name} ${bytes}`)
  }
  return { found: found.sort(), unread }
}

test('pictures in DATA_DIR: shown, and moved to the bucket once', async () => {
  await before('a.webp')
  await before('b.webp')
  mkdirSync(join(folder, 'images/1/clients/copias'))
  expect(await shown('a.webp')).toBe('a.webp')
  await store.moveFiles()
  expect(s3.keys).toEqual([keyOf('a.webp'), keyOf('b.webp')])
  expect([inFolder('a.webp'), inFolder('b.webp')]).toEqual([false, false])
  expect([await shown('a.webp'), await shown('b.webp'), told]).toEqual(['a.webp', 'b.webp', []])
})

test('moving pictures to the bucket: continues after an interruption without losing any', async () => {
  for (const name of ['a.webp', 'b.webp', 'c.webp']) await before(name)
  let puts = 0
  s3.manner = ({ method }) => (method === 'PUT' && ++puts > 1 ? { status: 500, code: 'InternalError' } : 'answers')
  await expect(store.moveFiles()).rejects.toThrow(away)
  expect(s3.keys).toHaveLength(1)
  for (const name of ['a.webp', 'b.webp', 'c.webp']) expect(await shown(name)).toBe(name)
  // Simulates a server that ended after the upload, before it deleted the local copy.
  await before('a.webp')
  await before('b.webp')
  s3.manner = 'answers'
  await store.moveFiles()
  expect(s3.keys).toEqual(['a.webp', 'b.webp', 'c.webp'].map(keyOf))
  expect(['a.webp', 'b.webp', 'c.webp'].map(inFolder)).toEqual([false, false, false])
})

test('moving pictures to the bucket: a picture deleted while it is moved remains deleted', async () => {
  await before('a.webp')
  s3.manner = async ({ method }): Promise<S3Behaviour> => {
    if (method === 'PUT') await store.remove(1, 'clients', 'a.webp')
    return 'answers'
  }
  await store.moveFiles()
  expect([s3.keys, inFolder('a.webp'), await shown('a.webp')]).toEqual([[], false, null])
})

test.each(['before it is read', 'after'])(
  'backup: contains a picture once even if it is moved to the bucket %s',
  async (when) => {
    s3.pageSize = 2
    for (const name of ['a.webp', 'b.webp']) await before(name)
    for (const name of ['c.webp', 'd.webp', 'e.webp', 'f.webp']) await store.put(1, 'clients', name, Buffer.from(name))
    const found: string[] = []
    for await (const { name, read } of store.files()) {
      if (found.length === 0 && when !== 'after') await store.moveFiles()
      const bytes = await read()
      if (bytes) found.push(name)
      if (found.length === 1) await store.moveFiles()
    }
    expect([...new Set(found)].sort()).toEqual(['a.webp', 'b.webp', 'c.webp', 'd.webp', 'e.webp', 'f.webp'])
    expect(found).toHaveLength(6)
  },
)

test('backup: retries an unreachable bucket, then lists the missing pictures', async () => {
  s3.pageSize = 2
  for (const name of ['a.webp', 'b.webp', 'c.webp']) await store.put(1, 'clients', name, Buffer.from('x'))
  let left = 5
  s3.manner = () => (left-- > 0 ? { status: 503, code: 'SlowDown' } : 'answers')
  const patient = opened([1, 1, 1, 1])
  expect(await copied(patient)).toEqual({ found: ['a.webp x', 'b.webp x', 'c.webp x'], unread: [] })
  patient.close()
  s3.manner = ({ key }) => (key === keyOf('b.webp') ? { status: 503, code: 'SlowDown' } : 'answers')
  expect(await copied()).toEqual({ found: ['a.webp x', 'b.webp unread', 'c.webp x'], unread: [] })
  await s3.goAway()
  await before('d.webp')
  expect(await copied()).toEqual({ found: ['d.webp d.webp'], unread: [''] })
})
