import { expect, test } from 'vitest'
import { readZipEntries } from './read-zip-entries.ts'

/** Makes a ZIP archive of files with these names. It has no checksums, because the reader does not verify them. */
function zip(names: Buffer[], content: Buffer): Blob {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const name of names) {
    const fields = Buffer.alloc(26)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, content])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, name]))
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return new Blob([Buffer.concat([...parts, listed, end])])
}

const photo = Buffer.from('a picture '.repeat(500))

test.each([
  ['Jos\x82 N\xa3\xa4ez.jpg', 'José Núñez.jpg'],
  ['Mar\xa1a Pe\xa4a.jpg', 'María Peña.jpg'],
  ['\xe0scar Ib\xa0\xa4ez.jpg', 'Óscar Ibáñez.jpg'],
  ['MAR\xd6A PE\xa5A.jpg', 'MARÍA PEÑA.jpg'],
  ['Jos\xe9 N\xfa\xf1ez.jpg', 'José Núñez.jpg'],
  ['\xd3scar MU\xd1OZ.jpg', 'Óscar MUÑOZ.jpg'],
  ['\xc1ngel.jpg', 'Ángel.jpg'],
])('ZIP: a name in a DOS or Windows code page is read as %s', async (bytes, name) => {
  const entries = await readZipEntries(zip([Buffer.from(bytes, 'latin1')], photo))
  expect(entries?.map((entry) => entry.name)).toEqual([name])
})
