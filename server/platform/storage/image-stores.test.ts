// The check of the bucket at the server's start, and the check of free disk space if pictures are in a bucket.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { startServer } from '../../running-server.ts'
import { FakeS3Server, type S3Behaviour } from '../../testing/fake-s3.ts'
import { StartRefusal } from '../start-refusal.ts'
import { checkBucketSettings } from './image-stores.ts'

let s3: FakeS3Server
let told: string[]
beforeAll(async () => {
  s3 = await FakeS3Server.start()
})
beforeEach(() => {
  told = []
  s3.manner = 'answers'
})
afterAll(() => s3.close())

const greet = (environment: Record<string, string> = {}, silenceMs = 30_000) => {
  const { bucket } = readConfig({ ...s3.environment, ...environment })
  if (!bucket) throw new Error('no bucket in the settings')
  return checkBucketSettings(bucket, (line) => told.push(line), { silenceMs })
}

test('checkBucket: sends one request to a working bucket, and logs nothing', async () => {
  await greet()
  expect([told, s3.requests]).toMatchObject([[], [{ method: 'GET', key: '' }]])
})

test.each([
  ['S3_ACCESS_KEY_ID', { S3_ACCESS_KEY_ID: 'AKIDANOTHER' }, 'answers'],
  ['S3_SECRET_ACCESS_KEY', {}, { status: 403, code: 'SignatureDoesNotMatch' }],
  ['S3_REGION', { S3_REGION: 'us-east-1' }, 'answers'],
  ['S3_BUCKET', { S3_BUCKET: 'another' }, 'answers'],
  ['S3_ACCESS_KEY_ID', {}, { status: 403, code: 'AccessDenied' }],
  ['S3_REGION', {}, { status: 301, code: 'PermanentRedirect' }],
] as [string, Record<string, string>, S3Behaviour][])(
  'checkBucket: reports the variable %s if it is wrong (%j) and the bucket answers %j',
  async (name, wrong, manner) => {
    s3.manner = manner
    const error = await greet(wrong).then(
      () => null,
      (thrown) => thrown,
    )
    expect(error).toBeInstanceOf(StartRefusal)
    expect(String(error?.message)).toMatch(new RegExp(`^${name}: [^\\n]+$`))
    expect(told).toEqual([])
  },
)

test.each([
  ['is silent', 'silent'],
  ['is overloaded', { status: 503, code: 'SlowDown' }],
  ['answers with a page of another site', { status: 200, page: '<html></html>' }],
  ['is behind a proxy that forbids it', { status: 403, page: '<html></html>' }],
  ['is not found by a proxy', { status: 404, page: '' }],
  ['is closed because of an unpaid bill', { status: 403, code: 'AllAccessDisabled' }],
  ['reports a wrong clock', { status: 403, code: 'RequestTimeTooSkewed' }],
] as [string, S3Behaviour][])('checkBucket: logs that a bucket %s, and does not throw', async (_, manner) => {
  s3.manner = manner
  await greet({}, manner === 'silent' ? 300 : undefined)
  expect(told).toEqual([
    expect.stringMatching(/^El bucket de S3_ENDPOINT no está \([^\n]+\): faltan las imágenes hasta que vuelva\.$/),
  ])
})

test('start: a wrong bucket key stops the start before anything is created', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-start-'))
  const config = readConfig({ DATA_DIR: dataDir, ...s3.environment, S3_ACCESS_KEY_ID: 'another' })
  await expect(startServer(config)).rejects.toThrow(/^S3_ACCESS_KEY_ID: /)
  expect(readdirSync(dataDir)).toEqual([])
  rmSync(dataDir, { recursive: true, force: true })
})
