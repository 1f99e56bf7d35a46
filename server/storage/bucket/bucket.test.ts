import { randomBytes } from 'node:crypto'
import { errorText } from '@torniquete/contract/errors.ts'
import { imageLimit } from '@torniquete/contract/images.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type S3Manner, TestS3 } from '../../testing/s3.ts'
import { Bucket, type BucketTimeouts } from './bucket.ts'

let s3: TestS3
let told: string[]
const opened: Bucket[] = []
beforeEach(async () => {
  s3 = await TestS3.start()
  told = []
})
afterEach(async () => {
  for (const each of opened.splice(0)) each.close()
  await s3.close()
})

function open(patience: Partial<BucketTimeouts> = {}, environment: Record<string, string> = {}): Bucket {
  const { bucket } = readConfig({ ...s3.environment, ...environment })
  if (!bucket) throw new Error('no bucket in the settings')
  const made = new Bucket(bucket, (what) => told.push(what), {
    retry: 1,
    rest: 0,
    silence: 30_000,
    whole: 60_000,
    ...patience,
  })
  opened.push(made)
  return made
}
const away = errorText('image.away')
const key = 'images/1/clients/1_a.png'
const listed = async (bucket: Bucket, prefix: string) => {
  const names: string[] = []
  for await (const name of bucket.list(prefix)) names.push(name)
  return names
}

test('what is put is read, listed and removed, every request signed', async () => {
  const bucket = open()
  const bytes = randomBytes(100_000)
  expect(await bucket.get(key)).toBeNull()
  expect(await bucket.put(key, bytes)).toBe(true)
  expect((await bucket.get(key))?.equals(bytes)).toBe(true)
  expect(await bucket.size(key)).toBe(bytes.length)
  expect(await listed(bucket, 'images/')).toEqual([key])
  await bucket.delete(key)
  await bucket.delete(key)
  expect([await bucket.get(key), await bucket.size(key), s3.keys]).toEqual([null, null, []])
})

test.each(['holds', 'ignores', 'refuses'] as const)(
  'no name is put twice, where the server %s the condition',
  async (conditions) => {
    s3.conditions = conditions
    const bucket = open()
    const puts = await Promise.all(['one', 'two', 'three'].map((text) => bucket.put(key, Buffer.from(text))))
    expect(puts).toEqual([true, false, false])
    expect(await bucket.put(key, Buffer.from('later'))).toBe(false)
    expect(String(s3.objects.get(key))).toBe('one')
  },
)

test('two servers that put the same name at once: one has it', async () => {
  const [one, other] = [open(), open()]
  let heads = 0
  let both = () => {}
  const asked = new Promise<void>((resolve) => {
    both = resolve
  })
  s3.manner = async ({ method }): Promise<S3Manner> => {
    if (method === 'HEAD' && ++heads === 2) both()
    if (method === 'HEAD') await asked
    return 'answers'
  }
  const puts = await Promise.all([one.put(key, Buffer.from('one')), other.put(key, Buffer.from('other'))])
  expect([...puts].sort()).toEqual([false, true])
  expect(String(s3.objects.get(key))).toBe(puts[0] ? 'one' : 'other')
})

test('a conflict is neither taken nor free: it is asked for again, and whoever was faster has the name', async () => {
  const bucket = open()
  let left = 1
  const conflict = { status: 409, code: 'ConditionalRequestConflict' }
  s3.manner = ({ method }) => (method === 'PUT' && left-- > 0 ? conflict : 'answers')
  expect(await bucket.put(key, Buffer.from('one'))).toBe(true)
  s3.manner = ({ method }) => {
    if (method !== 'PUT' || s3.objects.has(`${key}.b`)) return 'answers'
    s3.objects.set(`${key}.b`, Buffer.from('another'))
    return conflict
  }
  expect(await bucket.put(`${key}.b`, Buffer.from('ours'))).toBe(false)
  s3.manner = ({ method }) => (method === 'PUT' ? conflict : 'answers')
  await expect(bucket.put(`${key}.c`, Buffer.from('ours'))).rejects.toThrow(away)
})

test('a listing of many pages has each name once, and of one gym only its own', async () => {
  s3.pageSize = 2
  const names = Array.from({ length: 7 }, (_, at) => `images/1/clients/${at}_a.png`)
  for (const name of [...names, 'images/11/clients/1_a.png', 'other/1']) s3.objects.set(name, Buffer.from('x'))
  expect(await listed(open(), 'images/1/')).toEqual(names)
  expect(await listed(open(), 'images/2/')).toEqual([])
})

test.each([
  ['another page', '<html><body>Red de invitados</body></html>'],
  ['a listing without a way on', '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'],
  ['half a listing', '<ListBucketResult><IsTruncated>false</IsTruncated><Contents>'],
  ['more than is read', 'x'.repeat(8 * 1024 * 1024 + 1)],
])('%s is no listing of an empty bucket', async (_, page) => {
  s3.manner = { status: 200, page }
  await expect(listed(open(), 'images/')).rejects.toThrow(away)
})

test.each([
  ['a page', { status: 404, page: '<html><body>Not Found</body></html>' }],
  ['a bucket that is gone', { status: 404, code: 'NoSuchBucket' }],
] as const)('%s that is not found says nothing of the picture', async (_, manner) => {
  s3.manner = manner
  await expect(open().get(key)).rejects.toThrow(away)
  await expect(open().delete(key)).rejects.toThrow(away)
  expect(await open().size(key)).toBeNull()
})

test('what is larger than any picture of ours is none', async () => {
  s3.objects.set(key, Buffer.alloc(imageLimit + 1))
  s3.objects.set(`${key}.huge`, Buffer.alloc(9 * 1024 * 1024))
  expect([await open().get(key), await open().get(`${key}.huge`)]).toEqual([null, null])
})

test.each([
  ['a 500', { status: 500, code: 'InternalError' }],
  ['too much at once', { status: 503, code: 'SlowDown' }],
  ['a cut', 'cuts'],
] as const)('%s is asked for once more, and then told', async (_, manner) => {
  const bucket = open()
  s3.objects.set(key, Buffer.from('picture'))
  let left = 1
  s3.manner = () => (left-- > 0 ? manner : 'answers')
  expect(String(await bucket.get(key))).toBe('picture')
  left = 1
  expect(await bucket.put('images/1/clients/2_b.png', Buffer.from('b'))).toBe(true)
  expect(String(s3.objects.get('images/1/clients/2_b.png'))).toBe('b')
  left = 2
  await expect(bucket.get(key)).rejects.toThrow(away)
  expect(String(await bucket.get(key))).toBe('picture')
})

test('what was put and whose answer was cut is there, and not taken for another’s', async () => {
  const bucket = open()
  let left = 1
  s3.manner = ({ method }) => (method === 'PUT' && left-- > 0 ? 'cuts' : 'answers')
  expect(await bucket.put(key, Buffer.from('mine'))).toBe(true)
  expect([String(s3.objects.get(key)), s3.requests.filter(({ method }) => method === 'PUT').length]).toEqual([
    'mine',
    2,
  ])
})

test('a bucket that is silent is given up, and then left alone until its rest is over', async () => {
  s3.objects.set(key, Buffer.from('picture'))
  const bucket = open({ silence: 300, rest: 3_600_000 })
  s3.manner = 'silent'
  await expect(bucket.get(key)).rejects.toMatchObject({ reason: 'image.away', details: { seconds: 3600 } })
  const asked = s3.requests.length
  s3.manner = 'answers'
  for (let time = 0; time < 20; time++) await expect(bucket.get(key)).rejects.toThrow(away)
  expect(s3.requests).toHaveLength(asked)
  expect(told).toEqual(['the bucket of the pictures: nothing came for 300 ms'])
})

test('a bucket that is away is told once, and once that it is back', async () => {
  s3.objects.set(key, Buffer.from('picture'))
  const bucket = open()
  expect(String(await bucket.get(key))).toBe('picture')
  await s3.goAway()
  await expect(bucket.get(key)).rejects.toThrow(away)
  await expect.poll(() => bucket.get(key).catch((error: Error) => error.message)).toBe(away)
  await s3.comeBack()
  await expect.poll(() => bucket.get(key).then(String, () => null)).toBe('picture')
  expect(told.at(-1)).toBe('the bucket of the pictures answers again')
})

test('a line that stops in the middle of an answer or a request holds nobody', async () => {
  const bucket = open({ silence: 300, silenceWhileSent: 300 })
  s3.manner = ({ method }) => (method === 'HEAD' ? 'answers' : 'silent')
  await expect(bucket.put(key, randomBytes(imageLimit))).rejects.toThrow(away)
  await expect(bucket.get(key)).rejects.toThrow(away)
})

test('what drips without an end is given up as well', async () => {
  s3.objects.set(key, Buffer.alloc(imageLimit))
  s3.manner = 'drips'
  await expect(open({ silence: 30_000, whole: 500 }).get(key)).rejects.toThrow(away)
})

test('many pictures at once take few connections, and all come', async () => {
  s3.objects.set(key, Buffer.from('picture'))
  const bucket = open()
  let asked = 0
  let letAllGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letAllGo = resolve
  })
  s3.manner = async (): Promise<S3Manner> => {
    asked += 1
    // Whoever would come besides is given its turns to.
    if (asked === 16) for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    if (asked >= 16) letAllGo()
    await gate
    return 'answers'
  }
  const all = await Promise.all(Array.from({ length: 100 }, () => bucket.get(key)))
  expect(new Set(all.map(String))).toEqual(new Set(['picture']))
  expect(s3.busiest).toBe(16)
})

test('a key that no longer holds is told, and is no server error', async () => {
  const bucket = open({}, { S3_SECRET_ACCESS_KEY: 'another' })
  await expect(bucket.get(key)).rejects.toThrow(away)
  expect(told).toEqual(['the bucket of the pictures: 403 SignatureDoesNotMatch'])
})
