import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { unpackTgz } from './attendance-upload-handler.ts'
import { parseOperlog } from './attendance-uploads.ts'
import { decodeText } from './text-encoding.ts'

const line =
  'USER PIN=2\tName=\tPri=0\tPasswd=0\tCard=89776433\tGrp=1\tTZ=0001000100000000\tVerify=-1\tViceCard=123456789'
const tar = pack()
tar.entry({ name: 'folder/', type: 'directory' })
tar.entry({ name: 'a.txt' }, line)
tar.entry({ name: 'b.txt' }, `${line.replace('PIN=2', 'PIN=3')}\n`)
tar.finalize()
const archive = await buffer(tar)

test('traffic T11: unpackTgz returns the lines of all files', async () => {
  const unpacked = await unpackTgz(gzipSync(archive), 100_000)
  expect(parseOperlog(decodeText(unpacked ?? Uint8Array.of()))).toMatchObject({
    received: 2,
    users: [{ pin: '2', card: '89776433' }, { pin: '3' }],
    rejected: [],
  })
})

test('unpackTgz: returns null beyond the size limit', async () => {
  expect(await unpackTgz(gzipSync(Buffer.alloc(1_000_000)), 1000)).toBeNull()
})

test.each([
  ['not gzip', Buffer.from('USER PIN=2')],
  ['nothing', Buffer.alloc(0)],
  ['cut short', gzipSync(archive).subarray(0, 60)],
])('unpackTgz: returns null for %s', async (_name, bytes) => {
  expect(await unpackTgz(bytes, 100_000)).toBeNull()
})
