import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readZipEntries } from './read-zip-entries.ts'

interface Packed {
  name: string | Buffer
  content: Buffer
  deflate?: boolean
  /** Uncompressed size stated in the archive's central directory, which may be wrong. */
  size?: number
  /** Extra fields of the entry in the archive's central directory. */
  extra?: Buffer
}

/** Makes a ZIP archive. It has no checksums, because the reader does not verify them. */
function zip(files: Packed[], comment = ''): Blob {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, content, deflate = false, size = content.length, extra = Buffer.alloc(0) } of files) {
    const data = deflate ? deflateRawSync(content) : content
    const called = Buffer.isBuffer(name) ? name : Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(deflate ? 8 : 0, 4)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(size, 18)
    fields.writeUInt16LE(called.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, called, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const listed = Buffer.from(fields)
    listed.writeUInt16LE(extra.length, 24)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), listed, place, called, extra]))
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return new Blob([Buffer.concat([...parts, listed, end, Buffer.from(comment)])])
}

/** Offset of the first file's data: 30 bytes of header and a file name of five letters. */
const dataAt = 30 + 5

const photo = Buffer.from('a picture '.repeat(500))

test('ZIP: stored and deflated entries are read', async () => {
  const entries = await readZipEntries(
    zip(
      [
        { name: 'fotos/15.jpg', content: photo, deflate: true },
        { name: 'Ñandú.png', content: photo },
      ],
      'con comentario',
    ),
  )
  expect(entries?.map(({ name, size }) => [name, size])).toEqual([
    ['fotos/15.jpg', 5000],
    ['Ñandú.png', 5000],
  ])
  for (const entry of entries ?? [])
    expect(Buffer.from(await (await entry.read()).arrayBuffer()).equals(photo)).toBe(true)
})

test('ZIP: reading fails if an entry is damaged or larger than it states', async () => {
  const [bomb] =
    (await readZipEntries(zip([{ name: 'a.png', content: Buffer.alloc(10_000_000), deflate: true, size: 100 }]))) ?? []
  await expect(bomb?.read()).rejects.toThrow()
  for (const bytes of ['', 'PK\x03\x04 and nothing', photo.toString(), `PK\x05\x06${'\xff'.repeat(18)}`])
    expect(await readZipEntries(new Blob([Buffer.from(bytes, 'latin1')]))).toBeNull()
  const whole = zip([{ name: 'a.png', content: photo, deflate: true }])
  const cut = new Blob([await whole.slice(0, 50).arrayBuffer(), await whole.slice(60).arrayBuffer()])
  const bytes = Buffer.from(await whole.arrayBuffer())
  bytes.fill(0xff, dataAt, dataAt + 4)
  for (const damaged of [cut, new Blob([bytes])]) {
    const entries = await readZipEntries(damaged)
    expect(entries).toHaveLength(1)
    await expect(entries?.[0]?.read()).rejects.toThrow()
  }
})

test.each([
  ['Jos\x82 N\xa3\xa4ez.jpg', 'José Núñez.jpg'],
  ['Mar\xa1a Pe\xa4a.jpg', 'María Peña.jpg'],
  ['\xe0scar Ib\xa0\xa4ez.jpg', 'Óscar Ibáñez.jpg'],
  ['MAR\xd6A PE\xa5A.jpg', 'MARÍA PEÑA.jpg'],
  ['Jos\xe9 N\xfa\xf1ez.jpg', 'José Núñez.jpg'],
  ['\xd3scar MU\xd1OZ.jpg', 'Óscar MUÑOZ.jpg'],
  ['\xc1ngel.jpg', 'Ángel.jpg'],
])('ZIP: a name in a DOS or Windows code page is read as %s', async (bytes, name) => {
  const entries = await readZipEntries(zip([{ name: Buffer.from(bytes, 'latin1'), content: photo }]))
  expect(entries?.map((entry) => entry.name)).toEqual([name])
})

test("ZIP: a UTF-8 name in the extra fields has priority over the entry's name", async () => {
  const path = Buffer.from('Łukasz Peña.jpg')
  const name = Buffer.from('_ukasz Pe\xa4a.jpg', 'latin1')
  const extra = Buffer.concat([Buffer.from([0x75, 0x70, path.length + 5, 0, 1, 0, 0, 0, 0]), path])
  extra.writeUInt32LE(crc32(name), 5)
  const entries = await readZipEntries(zip([{ name, content: photo, extra }]))
  expect(entries?.map((entry) => entry.name)).toEqual(['Łukasz Peña.jpg'])
})
