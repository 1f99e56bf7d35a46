import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeZip, type Part } from './zip.ts'

/** Reads the archive by its directory and checks sizes and checksums. */
function partsIn(archive: Buffer): { name: string; text: string }[] {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  let entry = archive.readUInt32LE(end + 16)
  const found = Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    expect(archive.readUInt32LE(entry)).toBe(0x02014b50)
    const [crc = 0, packed = 0, size = 0] = [16, 20, 24].map((place) => archive.readUInt32LE(entry + place))
    const [length, at] = [archive.readUInt16LE(entry + 28), archive.readUInt32LE(entry + 42)]
    const name = archive.toString('utf8', entry + 46, entry + 46 + length)
    expect(archive.readUInt32LE(at)).toBe(0x04034b50)
    expect(archive.toString('utf8', at + 30, at + 30 + length)).toBe(name)
    const begin = at + 30 + length
    const content = inflateRawSync(archive.subarray(begin, begin + packed))
    const behind = [0, 4, 8, 12].map((place) => archive.readUInt32LE(begin + packed + place))
    expect(behind).toEqual([0x08074b50, crc, packed, size])
    expect([crc32(content), content.length]).toEqual([crc, size])
    entry += 46 + length
    return { name, text: content.toString() }
  })
  expect(entry).toBe(end)
  return found
}

test('zip: each file is unchanged, with its checksum and sizes', async () => {
  const rows = Array.from({ length: 5000 }, (_, number) => `fila ${number}: áéí ñ\n`)
  const parts = async function* (): AsyncGenerator<Part> {
    yield { name: 'hojas/año.xml', content: rows }
    yield { name: 'vacía.xml', content: [] }
    yield { name: 'fin.xml', content: Readable.from(['a', 'b']) }
  }
  expect(partsIn(await buffer(Readable.from(makeZip(parts()))))).toEqual([
    { name: 'hojas/año.xml', text: rows.join('') },
    { name: 'vacía.xml', text: '' },
    { name: 'fin.xml', text: 'ab' },
  ])
})
