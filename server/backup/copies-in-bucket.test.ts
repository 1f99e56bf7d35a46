// Which copies go to the bucket, which stay there, and what is told of it.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { installationOf } from '../db/embedded/installation.ts'
import { type S3Manner, TestS3 } from '../testing/s3.ts'
import { CopiesInBucket } from './copies-in-bucket.ts'

let s3: TestS3
let folder: string
let place: { folder: string; installation: string }
let now: Date
const opened: CopiesInBucket[] = []
beforeEach(async () => {
  s3 = await TestS3.start()
  folder = mkdtempSync(join(tmpdir(), 'torniquete-bucket-'))
  for (const name of ['data', 'copias']) mkdirSync(join(folder, name))
  place = { folder: join(folder, 'copias'), installation: installationOf(join(folder, 'data')) }
  at('2097-11-23T04:00')
})
afterEach(async () => {
  for (const each of opened.splice(0)) each.close()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (text: string) => {
  now = new Date(`${text}:00`)
}
const inMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const hasty = { waits: [], retry: 1, rest: 0, silence: 30_000, whole: 60_000, partBytes: 1000 }
function open(
  environment: Record<string, string> = {},
  signal = new AbortController().signal,
  partBytes = hasty.partBytes,
  copies = place.folder,
): CopiesInBucket {
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: copies,
    ...s3.environmentOfCopies,
    ...environment,
  })
  if (!config.bucketOfCopies) throw new Error('no bucket in the settings')
  const parts = { config, clock: () => now, log: Fastify().log, patience: { ...hasty, partBytes } }
  const made = new CopiesInBucket(parts, { ...place, folder: copies }, signal, config.bucketOfCopies)
  opened.push(made)
  return made
}
const named = (minute: string, installation = place.installation) => `torniquete-${installation}-${minute}.copia`
const keyed = (minute: string, installation?: string) => `copias/${named(minute, installation)}`
function write(minute: string, begin = 'torniquete 1\n'): Buffer {
  const content = Buffer.from(`${begin}${minute}`.padEnd(3500, '.'))
  writeFileSync(join(place.folder, named(minute)), content)
  return content
}
/** As often as something is left to do, a minute between. */
async function lookOften(copies: CopiesInBucket): Promise<void> {
  for (let left = 6; left > 0; left--) {
    await copies.lookNow()
    inMinutes(1)
  }
}

test('sound ones that are sealed go there, the newest first and one at a time', async () => {
  const [older, newest] = [write('2097-11-22-0330'), write('2097-11-23-0330')]
  write('2097-11-23-0331-danada')
  write('2097-11-21-0330', '\x1f\x8b of before BACKUP_KEY')
  writeFileSync(join(place.folder, named('2097-11-23-0330', '00000000')), 'torniquete 1\nanother')
  const copies = open()
  expect(copies.status(now)).toEqual({ last_at: null, overdue: false, trouble: null })
  await Promise.all([copies.lookNow(), copies.lookNow()])
  expect(s3.keys).toEqual([keyed('2097-11-23-0330')])
  await lookOften(copies)
  expect(s3.keys).toEqual([keyed('2097-11-22-0330'), keyed('2097-11-23-0330')])
  expect(s3.objects.get(keyed('2097-11-22-0330'))).toEqual(older)
  expect(s3.objects.get(keyed('2097-11-23-0330'))).toEqual(newest)
  const last = new Date('2097-11-23T03:30:00')
  expect(copies.status(now)).toEqual({ last_at: last.toISOString(), overdue: false, trouble: null })
  const age = await copies.gauges.torniquete_backup_bucket_age_seconds?.value()
  expect(age).toBe((now.getTime() - last.getTime()) / 1000)
})

test('it takes no more of the line than it is given', async () => {
  const content = write('2097-11-23-0330')
  writeFileSync(join(place.folder, named('2097-11-23-0330')), Buffer.concat([content, Buffer.alloc(30_000)]))
  const begun = performance.now()
  await open({ BACKUP_S3_RATE: '50' }, undefined, 40_000).lookNow()
  expect(s3.keys.length).toBe(1)
  // At 50 KB a second; the last piece is waited for by nobody.
  expect(performance.now() - begun).toBeGreaterThan(300)
})

test('nothing is asked again before an hour, or before there is another copy', async () => {
  write('2097-11-23-0330')
  const copies = open()
  await lookOften(copies)
  const asked = s3.requests.length
  inMinutes(20)
  await copies.lookNow()
  expect(s3.requests.length).toBe(asked)
  write('2097-11-23-0400')
  await copies.lookNow()
  expect(s3.keys).toContain(keyed('2097-11-23-0400'))
})

test('a bucket that is away at night has the copy when it is back, and is told of after two days, a restart between', async () => {
  write('2097-11-23-0330')
  const copies = open()
  await copies.lookNow()
  await s3.goAway()
  at('2097-11-24T04:00')
  write('2097-11-24-0330')
  await copies.lookNow()
  expect(copies.status(now)).toMatchObject({ overdue: false, trouble: 'away' })
  const later = open()
  at('2097-11-25T05:00')
  await later.lookNow()
  const last_at = new Date('2097-11-23T03:30:00').toISOString()
  expect(later.status(now)).toEqual({ last_at, overdue: true, trouble: 'away' })
  await s3.comeBack()
  // It is left alone for a while.
  inMinutes(1)
  await later.lookNow()
  expect(s3.keys.length).toBe(1)
  inMinutes(5)
  await later.lookNow()
  expect(later.status(now)).toMatchObject({ overdue: false, trouble: null })
  expect(s3.keys).toContain(keyed('2097-11-24-0330'))
  // Of another bucket it knows nothing.
  expect(open({ BACKUP_S3_BUCKET: 'otro' }).status(now)).toEqual({ last_at: null, overdue: false, trouble: null })
})

test.each<[string, S3Manner, string]>([
  ['a key that it does not know', { status: 403, code: 'InvalidAccessKeyId' }, 'refused'],
  ['a 403 without a code', { status: 403, page: '' }, 'refused'],
  ['a bucket that is not there', { status: 404, code: 'NoSuchBucket' }, 'refused'],
  ['a page of the network', { status: 200, page: '<html>Red de invitados</html>' }, 'away'],
  ['a server that is overloaded', { status: 503, code: 'SlowDown' }, 'away'],
])('%s is told', async (_, manner, trouble) => {
  write('2097-11-23-0330')
  s3.manner = manner
  const copies = open()
  await copies.lookNow()
  expect(copies.status(now)).toMatchObject({ last_at: null, trouble })
})

test('what a killed server had sent by half is dropped, and sent anew by the next', async () => {
  const content = write('2097-11-23-0330')
  const stopping = new AbortController()
  s3.uploads.set('other', { key: keyed('2097-11-23-0330', '00000000'), parts: new Map() })
  s3.manner = ({ query }) => {
    if (!query.startsWith('partNumber=3')) return 'answers'
    stopping.abort()
    return 'silent'
  }
  const killed = open({}, stopping.signal)
  await killed.lookNow()
  expect([s3.uploads.size, s3.keys]).toEqual([2, []])
  expect(killed.status(now).trouble).toBeNull()
  s3.manner = 'answers'
  await open().lookNow()
  expect(s3.objects.get(keyed('2097-11-23-0330'))).toEqual(content)
  expect([...s3.uploads.keys()]).toEqual(['other'])
})

test('what is too old goes there too, of this installation alone and by what is there, never by what is on the disk', async () => {
  const days = ['2097-11-20', '2097-11-21', '2097-11-22', '2097-11-23']
  for (const day of days) write(`${day}-0330`)
  const strange = [keyed('2097-11-01-0330', '00000000'), 'copias/mía.copia', 'images/1/clients/1_a.png']
  for (const key of strange) s3.objects.set(key, Buffer.from('x'))
  const own = () => s3.keys.filter((key) => !strange.includes(key))
  const copies = open({ BACKUP_KEEP: '3,0,0' })
  await lookOften(copies)
  const kept = days.slice(1).map((day) => keyed(`${day}-0330`))
  expect(own()).toEqual(kept)
  for (const name of readdirSync(place.folder)) rmSync(join(place.folder, name))
  write('2097-11-24-0330-danada')
  at('2097-11-24T05:00')
  await lookOften(copies)
  expect(own()).toEqual(kept)
  write('2097-11-25-0330')
  at('2097-11-25T05:00')
  s3.manner = ({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : 'answers')
  await lookOften(copies)
  expect(own()).toEqual([...kept, keyed('2097-11-25-0330')])
  expect(copies.status(now).trouble).toBeNull()
  s3.manner = 'answers'
  inMinutes(60)
  await lookOften(copies)
  expect(own()).toEqual([...kept.slice(1), keyed('2097-11-25-0330')])
  expect(strange.every((key) => s3.objects.has(key))).toBe(true)
})

test('one that its disk does not give holds up no other', async () => {
  mkdirSync(join(place.folder, named('2097-11-23-0330'), 'no file'), { recursive: true })
  write('2097-11-22-0330')
  const copies = open()
  await copies.lookNow()
  expect([copies.status(now).trouble, s3.keys]).toEqual(['other', []])
  inMinutes(6)
  await copies.lookNow()
  expect([copies.status(now).trouble, s3.keys]).toEqual(['other', [keyed('2097-11-22-0330')]])
  // What did not give it for a moment does so later.
  rmSync(join(place.folder, named('2097-11-23-0330')), { recursive: true })
  write('2097-11-23-0330')
  inMinutes(66)
  await copies.lookNow()
  expect([copies.status(now).trouble, s3.keys.length]).toEqual([null, 2])
})

test('a first start by a clock that was ahead is forgotten with it', async () => {
  at('2130-01-01T00:00')
  open()
  at('2097-11-23T04:00')
  expect(open().status(now).overdue).toBe(false)
  at('2097-11-25T05:00')
  expect(open().status(now).overdue).toBe(true)
})

test('what was sent for the most part in vain is sent again after ever longer waits', async () => {
  write('2097-11-23-0330')
  s3.manner = ({ query }) => (query.startsWith('partNumber=4') ? { status: 503, code: 'SlowDown' } : 'answers')
  const copies = open()
  const begun = () => s3.requests.filter(({ method, query }) => method === 'POST' && query === 'uploads=').length
  const counts: number[] = []
  for (let minutes = 0; minutes < 90; minutes += 6) {
    await copies.lookNow()
    counts.push(begun())
    inMinutes(6)
  }
  expect([counts[1], counts.at(-1)]).toEqual([2, 5])
  inMinutes(24 * 60)
  s3.manner = 'answers'
  await copies.lookNow()
  expect(s3.keys.length).toBe(1)
})

test('a name that is there with another length is not sent over, and is no copy', async () => {
  s3.objects.set(keyed('2097-11-23-0330'), Buffer.from('longer or shorter'))
  write('2097-11-22-0330')
  write('2097-11-23-0330')
  const copies = open()
  await lookOften(copies)
  expect(String(s3.objects.get(keyed('2097-11-23-0330')))).toBe('longer or shorter')
  expect(copies.status(now).last_at).toBe(new Date('2097-11-22T03:30:00').toISOString())
})

test('of two that go on from one DATA_DIR the one that finds what it did not send drops and sends nothing, and says so', async () => {
  write('2097-11-22-0330')
  await lookOften(open())
  // The other one has a folder of copies of its own.
  cpSync(join(folder, 'data'), join(folder, 'other'), { recursive: true })
  const theirs = join(folder, 'other-copias')
  mkdirSync(theirs)
  writeFileSync(join(theirs, named('2097-11-23-0330')), 'torniquete 1\nof the other')
  const other = open({ DATA_DIR: join(folder, 'other'), BACKUP_KEEP: '1,0,0' }, undefined, undefined, theirs)
  await lookOften(other)
  expect([other.status(now).trouble, s3.keys]).toEqual([null, [keyed('2097-11-23-0330')]])
  write('2097-11-23-0331')
  const first = open({ BACKUP_KEEP: '1,0,0' })
  await lookOften(first)
  expect([first.status(now).trouble, s3.keys]).toEqual(['twin', [keyed('2097-11-23-0330')]])
  // Nor after a restart; with a name of its own it goes on.
  const again = open()
  await lookOften(again)
  expect(again.status(now).trouble).toBe('twin')
  expect(s3.keys).toEqual([keyed('2097-11-23-0330')])
})

test('what its own disk forgot that it sent is still its own', async () => {
  write('2097-11-22-0330')
  await lookOften(open())
  const before = readFileSync(join(folder, 'data/copies-in-bucket.json'))
  write('2097-11-23-0330')
  await lookOften(open())
  writeFileSync(join(folder, 'data/copies-in-bucket.json'), before)
  const copies = open()
  await lookOften(copies)
  expect([copies.status(now).trouble, s3.keys]).toEqual([null, [keyed('2097-11-22-0330'), keyed('2097-11-23-0330')]])
})

test('a server without lists of what was begun, or one that answers its end with a lie, costs no copy', async () => {
  const content = write('2097-11-23-0330')
  let lies = 2
  s3.manner = ({ method, query }) => {
    if (method === 'GET' && query.startsWith('uploads=')) return { status: 501, code: 'NotImplemented' }
    const isEnd = method === 'POST' && query.startsWith('uploadId=')
    return isEnd && lies-- > 0 ? { status: 200, page: '<CompleteMultipartUploadResult/>' } : 'answers'
  }
  const copies = open()
  await copies.lookNow()
  expect([copies.status(now).trouble, s3.keys]).toEqual(['other', []])
  lies = 0
  inMinutes(6)
  await copies.lookNow()
  expect(s3.objects.get(keyed('2097-11-23-0330'))).toEqual(content)
})
