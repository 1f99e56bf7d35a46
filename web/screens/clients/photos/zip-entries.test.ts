import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipEntries } from './zip-entries.ts'

interface Packed {
  name: string
  content: Buffer
  deflate?: boolean
  /** As the list says it. */
  size?: number
}

/** An archive as programs write it; the checksums, which nobody looks at, are left out. */
function zip(files: Packed[], comment = ''): Blob {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, content, deflate = false, size = content.length } of files) {
    const data = deflate ? deflateRawSync(content) : content
    const called = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(deflate ? 8 : 0, 4)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(size, 18)
    fields.writeUInt16LE(called.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, called, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, called]))
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

/** Where the first file begins, called by five letters. */
const dataAt = 30 + 5

const photo = Buffer.from('a picture '.repeat(500))

test('what is in it, as it was packed', async () => {
  const entries = await zipEntries(
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

test('what is more than its list says is not unpacked to its end; what is none is none', async () => {
  const [bomb] =
    (await zipEntries(zip([{ name: 'a.png', content: Buffer.alloc(10_000_000), deflate: true, size: 100 }]))) ?? []
  await expect(bomb?.read()).rejects.toThrow()
  for (const bytes of ['', 'PK\x03\x04 and nothing', photo.toString(), `PK\x05\x06${'\xff'.repeat(18)}`])
    expect(await zipEntries(new Blob([Buffer.from(bytes, 'latin1')]))).toBeNull()
  const whole = zip([{ name: 'a.png', content: photo, deflate: true }])
  const cut = new Blob([await whole.slice(0, 50).arrayBuffer(), await whole.slice(60).arrayBuffer()])
  expect(await zipEntries(cut)).toBeNull()
  const bytes = Buffer.from(await whole.arrayBuffer())
  bytes.fill(0xff, dataAt, dataAt + 4)
  const damaged = await zipEntries(new Blob([bytes]))
  expect(damaged).toHaveLength(1)
  await expect(damaged?.[0]?.read()).rejects.toThrow()
})
