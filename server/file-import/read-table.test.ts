import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf } from '../http/sheets.ts'
import { zipOf } from '../http/zip.ts'
import { readTable } from './read-table.ts'

test('an Excel file that is damaged anywhere is read, or told as what cannot be read', {
  timeout: 120_000,
}, async () => {
  const columns = [{ title: 'Nombre', type: 'text' as const, value: (row: string) => row }]
  const pieces = (async function* () {
    yield Array.from({ length: 20 }, (_, at) => `Ana ${at}`)
  })()
  const whole = await buffer(Readable.from(zipOf(partsOf({ columns, pieces, zone: 'UTC' }))))
  expect(await readTable(whole)).toHaveLength(21)
  const place = fc.nat({ max: whole.length - 1 })
  const damage = fc.oneof(
    fc
      .record({ at: place, byte: fc.nat({ max: 255 }) })
      .map(({ at, byte }) => Buffer.from(whole).fill(byte, at, at + 1)),
    place.map((end) => whole.subarray(0, end)),
    fc
      .record({ at: place, gone: fc.nat({ max: 60 }) })
      .map(({ at, gone }) => Buffer.concat([whole.subarray(0, at), whole.subarray(at + gone)])),
  )
  await fc.assert(
    fc.asyncProperty(damage, async (file) => {
      const name = await readTable(file).then(
        () => 'read',
        (error) => error.reason,
      )
      expect(['read', 'import.unreadable', 'import.too-large']).toContain(name)
    }),
    { numRuns: 200 },
  )
})
