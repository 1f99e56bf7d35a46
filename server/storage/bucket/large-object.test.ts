// What is sent in parts and read by ranges, over lines that cut it and servers that answer something else.
import { randomBytes } from 'node:crypto'
import { errorText } from '@torniquete/contract/errors.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type S3Manner, type S3Request, TestS3 } from '../../testing/s3.ts'
import { Bucket } from './bucket.ts'
import { isUnreachable } from './bucket-store.ts'
import { NotAsSent, readLarge, sendLarge, uploadsLeft } from './large-object.ts'

let s3: TestS3
let bucket: Bucket
beforeEach(async () => {
  s3 = await TestS3.start()
  const { bucket: settings } = readConfig(s3.environment)
  if (!settings) throw new Error('no bucket in the settings')
  const patience = { retry: 1, rest: 0, silence: 30_000, whole: 60_000 }
  bucket = new Bucket(settings, undefined, patience)
})
afterEach(async () => {
  bucket.close()
  await s3.close()
})

const key = 'copias/a.copia'
const content = randomBytes(5_000_000)
/** Asks three times: each of which is asked twice. */
async function through<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = 2; left > 0; left--)
    try {
      return await work()
    } catch (error) {
      if (!isUnreachable(error)) throw error
    }
  return work()
}
const send = (more = {}) =>
  sendLarge(bucket, {
    key,
    bytes: content.length,
    read: async (from, length) => content.subarray(from, from + length),
    through,
    partBytes: 2_000_000,
    ...more,
  })
async function read(from = 0): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of readLarge(bucket, { key, bytes: content.length }, through, from)) pieces.push(piece)
  return Buffer.concat(pieces)
}
const isPart = (number: number) => (asked: S3Request) => asked.query.startsWith(`partNumber=${number}&`)
const isBegin = ({ method, query }: S3Request) => method === 'POST' && query === 'uploads='
const isEnd = ({ method, query }: S3Request) => method === 'POST' && query.startsWith('uploadId=')

/** Once, or every time. */
function failing(which: (asked: S3Request) => boolean, manner: S3Manner, times = 1): void {
  let left = times
  s3.manner = (asked) => (which(asked) && left-- > 0 ? manner : 'answers')
}

test('it is there when its last part is, each paced on its way, and is read from anywhere', async () => {
  const seen: number[] = []
  async function* pace(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      seen.push(piece.length)
      yield piece
    }
  }
  s3.manner = (asked) => {
    expect(s3.objects.has(key)).toBe(asked.method === 'HEAD')
    return 'answers'
  }
  await send({ pace })
  s3.manner = 'answers'
  expect(s3.objects.get(key)?.equals(content)).toBe(true)
  expect(s3.requests.filter(({ method }) => method === 'PUT').length).toBe(3)
  expect(Math.max(...seen)).toBeLessThanOrEqual(16 * 1024)
  expect(seen.reduce((sum, length) => sum + length, 0)).toBeGreaterThanOrEqual(content.length)
  expect((await read()).equals(content)).toBe(true)
  expect((await read(500_001)).equals(content.subarray(500_001))).toBe(true)
})

const page = { status: 200, page: '<html>Red de invitados</html>' }
const error = { status: 200, page: '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>' }
test.each<[string, (asked: S3Request) => boolean, S3Manner]>([
  ['the line is cut in the middle of a part', isPart(2), 'hangs up'],
  ['it is overloaded in the middle of a part', isPart(2), 'chokes'],
  ['a part is answered by something else', isPart(3), page],
  ['the beginning is answered by something else', isBegin, page],
  ['the end is a 200 that is none', isEnd, error],
  ['the answer to the end is cut', isEnd, 'cuts'],
])('%s: that is sent again, and nothing is left', async (_, which, manner) => {
  failing(which, manner)
  await send()
  expect(s3.objects.get(key)?.equals(content)).toBe(true)
  expect([...s3.uploads]).toEqual([])
  expect(s3.requests.filter(isPart(1)).length).toBe(1)
})

test('where it does not get through nothing is there, and nothing is left of it', async () => {
  failing(isPart(3), { status: 503, code: 'SlowDown' }, Number.POSITIVE_INFINITY)
  await expect(send()).rejects.toThrow(errorText('image.away'))
  expect([s3.keys, [...s3.uploads]]).toEqual([[], []])
})

test('one that is stopped is found later by where its name begins', async () => {
  const stopping = new AbortController()
  s3.manner = (asked) => {
    if (!isPart(2)(asked)) return 'answers'
    stopping.abort()
    return 'silent'
  }
  await expect(send({ signal: stopping.signal })).rejects.toThrow()
  s3.manner = 'answers'
  expect(await uploadsLeft(bucket, 'copias/b')).toEqual([])
  expect(await uploadsLeft(bucket, 'copias/a')).toEqual([{ key, uploadId: [...s3.uploads.keys()][0] }])
})

test('of what is there with another length than it was sent nothing stays', async () => {
  s3.manner = ({ method }) => {
    if (method === 'HEAD') s3.objects.set(key, content.subarray(1))
    return 'answers'
  }
  await expect(send()).rejects.toThrow(NotAsSent)
  expect(s3.keys).toEqual([])
})

test.each<[string, S3Manner]>([
  ['is cut', 'cuts'],
  ['is overloaded', { status: 503, code: 'SlowDown' }],
  ['is another page', page],
  ['is shorter than it should be', { status: 206, page: 'x' }],
])('a piece whose answer %s is asked for again, and it alone', async (_, manner) => {
  s3.objects.set(key, content)
  failing(({ range }) => range?.startsWith('bytes=4194304-') ?? false, manner)
  expect((await read()).equals(content)).toBe(true)
  expect(s3.requests.filter(({ range }) => range?.startsWith('bytes=0-')).length).toBe(1)
})
