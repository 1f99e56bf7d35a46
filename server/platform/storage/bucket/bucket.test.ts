import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { FakeS3Server, type S3Behaviour, type S3Request } from '../../../testing/fake-s3.ts'
import { Bucket, type BucketOptions } from './bucket.ts'

let s3: FakeS3Server
let logged: string[]
const opened: Bucket[] = []
beforeEach(async () => {
  s3 = await FakeS3Server.start()
  logged = []
})
afterEach(async () => {
  for (const each of opened.splice(0)) each.close()
  await s3.close()
})

function open(options: Partial<BucketOptions> = {}): Bucket {
  const { bucket: settings } = readConfig(s3.environment)
  if (!settings) throw new Error('no bucket in the settings')
  const usual = { silenceMs: 30_000, requestMs: 60_000 }
  const bucket = new Bucket(settings, (what) => logged.push(what), { ...usual, ...options })
  opened.push(bucket)
  return bucket
}
/** Makes the test's S3 server fail for the first requests that match. */
function fail(manner: S3Behaviour, matches: (request: S3Request) => boolean = () => true, times = 1): void {
  let left = times
  s3.manner = (request) => (matches(request) && left-- > 0 ? manner : 'answers')
}
const isPut = ({ method }: S3Request) => method === 'PUT'
const away = formatError('image.away')
const key = 'images/1/clients/1_a.png'
const listKeys = async (bucket: Bucket, prefix: string) => {
  const keys: string[] = []
  for await (const { key } of bucket.list(prefix)) keys.push(key)
  return keys
}

test('bucket: an object can be stored, read, listed and deleted', async () => {
  const bucket = open()
  const bytes = randomBytes(100_000)
  expect(await bucket.get(key)).toBeNull()
  await bucket.put(key, bytes)
  expect((await bucket.get(key))?.equals(bytes)).toBe(true)
  expect(await bucket.size(key)).toBe(bytes.length)
  expect(await listKeys(bucket, 'images/')).toEqual([key])
  await bucket.delete(key)
  await bucket.delete(key)
  expect([await bucket.get(key), await bucket.size(key), s3.keys]).toEqual([null, null, []])
})

test('bucket: a listing of many pages contains each key once and no key of another gym', async () => {
  s3.pageSize = 2
  const keys = Array.from({ length: 7 }, (_, at) => `images/1/clients/${at}_a.png`)
  for (const name of [...keys, 'images/11/clients/1_a.png', 'other/1']) s3.objects.set(name, Buffer.from('x'))
  expect(await listKeys(open(), 'images/1/')).toEqual(keys)
  expect(await listKeys(open(), 'images/2/')).toEqual([])
})

test.each([
  ['the page of a proxy', '<html><body>Red de invitados</body></html>'],
  ['a listing without the next page', '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'],
  ['half a listing', '<ListBucketResult><IsTruncated>false</IsTruncated><Contents>'],
])('bucket: %s is a failure, not an empty bucket', async (_, page) => {
  s3.manner = { status: 200, page }
  await expect(listKeys(open(), 'images/')).rejects.toThrow(away)
})

test.each([
  ['a proxy answers 404', { status: 404, page: '<html><body>Not Found</body></html>' }],
  ['the bucket is gone', { status: 404, code: 'NoSuchBucket' }],
] as const)('bucket: a picture counts as unreachable, not as missing, when %s', async (_, manner) => {
  s3.manner = manner
  await expect(open().get(key)).rejects.toThrow(away)
  await expect(open().delete(key)).rejects.toThrow(away)
})

test.each([
  ['is overloaded', { status: 503, code: 'SlowDown' }],
  ['cuts the line', 'cuts'],
] as const)('bucket: a request is retried once when the server %s', async (_, manner) => {
  const bucket = open()
  s3.objects.set(key, Buffer.from('picture'))
  fail(manner)
  expect(String(await bucket.get(key))).toBe('picture')
  fail(manner, isPut)
  await bucket.put('images/1/clients/2_b.png', Buffer.from('b'))
  expect(s3.objects.has('images/1/clients/2_b.png')).toBe(true)
  fail(manner, undefined, 2)
  await expect(bucket.get(key)).rejects.toThrow(away)
  expect(String(await bucket.get(key))).toBe('picture')
})

test('bucket: a request without an answer fails in time', async () => {
  const bucket = open({ silenceMs: 300 })
  s3.manner = 'silent'
  await expect(bucket.get(key)).rejects.toMatchObject({ reason: 'image.away', details: { seconds: 5 } })
  expect(logged).toEqual(['the bucket of the pictures: no answer in time'])
})

test('bucket: an outage and its end are logged once each', async () => {
  s3.objects.set(key, Buffer.from('picture'))
  const bucket = open()
  expect(String(await bucket.get(key))).toBe('picture')
  await s3.goAway()
  await expect(bucket.get(key)).rejects.toThrow(away)
  await expect.poll(() => bucket.get(key).catch((error: Error) => error.message)).toBe(away)
  await s3.comeBack()
  await expect.poll(() => bucket.get(key).then(String, () => null)).toBe('picture')
  expect(logged.at(-1)).toBe('the bucket of the pictures answers again')
})

test('bucket: a wrong secret is logged with the error code of the server', async () => {
  s3.manner = { status: 403, code: 'SignatureDoesNotMatch' }
  await expect(open().get(key)).rejects.toThrow(away)
  expect(logged).toEqual(['the bucket of the pictures: 403 SignatureDoesNotMatch'])
})

const archive = 'copias/a.copia'
const content = randomBytes(6_000_000)
const upload = () => open().upload(archive, { bytes: content.length, body: Readable.from(split()) })
function* split() {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}
const isPart = (number: number) => (request: S3Request) => request.query.includes(`partNumber=${number}&`)
const isCompletion = ({ method, query }: S3Request) => method === 'POST' && query.includes('uploadId=')

test('upload: sends the object in parts, and it exists after the last part', async () => {
  s3.manner = (request) => {
    expect(s3.objects.has(archive)).toBe(request.method === 'HEAD')
    return 'answers'
  }
  await upload()
  s3.manner = 'answers'
  expect(s3.objects.get(archive)?.equals(content)).toBe(true)
  expect(s3.requests.filter(isPut).length).toBe(2)
  const pieces: Buffer[] = []
  for await (const piece of open().download(archive, content.length)) pieces.push(piece)
  expect(Buffer.concat(pieces).equals(content)).toBe(true)
})

test.each<[string, S3Behaviour, (request: S3Request) => boolean]>([
  ['a part is cut', 'cuts', isPart(2)],
  ['the answer to the completion is cut', 'cuts', isCompletion],
])('upload: retries one request when %s', async (_, manner, matches) => {
  fail(manner, matches)
  await upload()
  expect(s3.objects.get(archive)?.equals(content)).toBe(true)
  expect([s3.uploads.size, s3.requests.filter(isPart(1)).length]).toEqual([0, 1])
})

test('upload: deletes an object that was stored with a wrong size', async () => {
  s3.manner = ({ method }) => {
    if (method === 'HEAD') s3.objects.set(archive, content.subarray(1))
    return 'answers'
  }
  await expect(upload()).rejects.toThrow('are stored')
  expect(s3.keys).toEqual([])
})

test('download: retries only the part that was cut', async () => {
  s3.objects.set(archive, content)
  fail('cuts', ({ range }) => range?.startsWith('bytes=4194304-') ?? false)
  const pieces: Buffer[] = []
  for await (const piece of open().download(archive, content.length)) pieces.push(piece)
  expect(Buffer.concat(pieces).equals(content)).toBe(true)
  expect(s3.requests.filter(({ range }) => range?.startsWith('bytes=0-')).length).toBe(1)
})
