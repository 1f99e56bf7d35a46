import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeZip } from '../http/make-zip.ts'
import { makeWorkbookEntries } from '../http/workbook-sheets.ts'
import { readSheets } from './read-table.ts'

test('readSheets: reads a damaged Excel file or fails with import.unreadable', {
  timeout: 120_000,
}, async () => {
  const columns = [{ title: 'Nombre', type: 'text' as const, value: (row: string) => row }]
  const chunks = (async function* () {
    yield Array.from({ length: 20 }, (_, at) => `Ana ${at}`)
  })()
  const whole = await buffer(Readable.from(makeZip(makeWorkbookEntries({ columns, chunks, zone: 'UTC' }))))
  expect((await readSheets(whole))[0]?.rows).toHaveLength(21)
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
      const name = await readSheets(file).then(
        () => 'read',
        (error) => error.reason,
      )
      expect(['read', 'import.unreadable', 'import.too-large', 'import.bad-address']).toContain(name)
    }),
    { numRuns: 100 },
  )
})

test('readSheets: refuses a ZIP archive whose entries share one block and claim to be empty', async () => {
  const whole = Buffer.from(zipSync({ a: new Uint8Array(2_000_000) }, { level: 0 }))
  const end = whole.length - 22
  const directory = whole.subarray(whole.readUInt32LE(end + 16), end)
  directory.writeUInt32LE(0, 24)
  const entries = 40
  const tail = Buffer.from(whole.subarray(end))
  tail.writeUInt16LE(entries, 8)
  tail.writeUInt16LE(entries, 10)
  tail.writeUInt32LE(entries * directory.length, 12)
  const file = Buffer.concat([whole.subarray(0, end), ...Array(entries - 1).fill(directory), tail])
  await expect(readSheets(file)).rejects.toMatchObject({ reason: 'import.too-large' })
})

test.each([
  // Excel with decimal commas writes `;` as delimiter and does not quote cells that contain commas.
  [
    'addresses with commas',
    'Nombre;Tel;Dirección',
    ['Ana;809;Calle 3, #4, Los Prados, Santo Domingo', 'Luis;;Km 9, Haina'],
    3,
  ],
  ['names with commas', 'Socio;Vence', ['Peña, Ana;1/1/2027', 'Mota, Luis, hijo;1/1/2027'], 2],
  ['amounts with commas', 'Nombre;Pago;Vence', ['Ana;1500,00;1/1/2027', 'Luis;1500,00;'], 3],
  ['a line above the titles', 'Gimnasio Núñez, Santo Domingo, RD\nNombre;Tel', ['Ana;809', 'Luis;829'], 2],
  ['semicolons in notes', 'Nombre,Tel,Notas', ['Ana,809,rodilla; sin saltos; ojo', 'Luis,,'], 3],
  ['a line without its last cells', 'Nombre,Tel,Notas', ['Ana', 'Luis', 'Eva,809,x'], 3],
  [
    'the same, with a comma in each',
    'Nombre;Dirección;Tel;Correo',
    ['Ana;Calle 3, Haina', 'Luis;Calle 5, Haina;809', 'Eva;Calle 7, Haina', 'Rosa;Calle 9, Haina;829;rosa@x.do'],
    4,
  ],
])('readSheets: detects the delimiter (%s)', async (_, head, lines, cells) => {
  const [sheet] = await readSheets(Buffer.from([head, ...lines].join('\n')))
  expect(sheet?.rows.at(-1)).toHaveLength(cells)
})
