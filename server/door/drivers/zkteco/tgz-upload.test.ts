import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FailedArchives, unpackTgz } from './attendance-upload-handler.ts'
import { parseOperlog } from './attendance-uploads.ts'
import { decodeText } from './text-encoding.ts'

function tarFile(name: string, content: string, type = '0'): Buffer {
  const body = Buffer.from(content)
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(type, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)])
}

const line =
  'USER PIN=2\tName=\tPri=0\tPasswd=0\tCard=89776433\tGrp=1\tTZ=0001000100000000\tVerify=-1\tViceCard=123456789'
const archive = Buffer.concat([
  tarFile('folder/', '', '5'),
  tarFile('a.txt', line),
  tarFile('b.txt', `${line.replace('PIN=2', 'PIN=3')}\n`),
  Buffer.alloc(1024),
])

test('traffic T11: unpackTgz returns the lines of all files', () => {
  const unpacked = unpackTgz(gzipSync(archive), 100_000)
  expect(parseOperlog(decodeText(unpacked ?? Uint8Array.of()))).toMatchObject({
    received: 2,
    users: [{ pin: '2', card: '89776433' }, { pin: '3' }],
    rejected: [],
  })
})

test('unpackTgz: returns null beyond the size limit', () => {
  expect(unpackTgz(gzipSync(Buffer.alloc(1_000_000)), 1000)).toBeNull()
})

test.each([
  ['not gzip', Buffer.from('USER PIN=2')],
  ['nothing', Buffer.alloc(0)],
  ['cut short', gzipSync(archive).subarray(0, 60)],
])('unpackTgz: returns null for %s', (_name, bytes) => {
  expect(unpackTgz(bytes, 100_000)).toBeNull()
})

test('unpackTgz: returns the existing lines of a truncated archive', () => {
  expect(
    unpackTgz(gzipSync(archive.subarray(0, 512 + 512 + 20)), 100_000)
      ?.toString()
      .slice(0, 10),
  ).toBe('USER PIN=2')
})

test('FailedArchives: requests an unreadable archive again three times for each kind of upload', () => {
  const unopened = new FailedArchives()
  const asked = (kind: string, times: number) => Array.from({ length: times }, () => unopened.shouldRetry(kind))
  expect(asked('A1 ATTLOG', 4)).toEqual([true, true, true, false])
  expect(asked('A1 ATTLOG', 2)).toEqual([true, true])
  expect(asked('A1 OPERLOG', 1)).toEqual([true])
  unopened.recordSuccess('A1 ATTLOG')
  expect(asked('A1 ATTLOG', 4)).toEqual([true, true, true, false])
  expect(asked('A1 OPERLOG', 3)).toEqual([true, true, false])
})
