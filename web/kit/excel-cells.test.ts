import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/universal'
import { cellsOf, type PlainSheet } from './excel-cells.ts'

const sheet: PlainSheet = {
  columns: [
    { header: 'Número', width: 10, type: 'number' },
    { header: 'Fecha', width: 20, type: 'instant' },
    { header: 'Cliente', width: 28, type: 'text' },
    { header: 'Total', width: 16, type: 'money' },
    { header: 'Inicio', width: 13, type: 'day' },
  ],
  rows: [
    [7, '2026-03-04 18:45:00', 'José & Cía <1>', '1250.05', '2026-02-28'],
    [8, null, '=1+1', '9999999999.99', null],
    [9, null, '007', '-0.10', ''],
  ],
}

test('a file holds numbers as numbers, days and instants as dates, and texts as they are', async () => {
  const file = await writeExcelFile(cellsOf(sheet), { sheet: 'Hoja1' }).toBlob()
  const read = await readExcelFile(Buffer.from(await file.arrayBuffer()))
  expect(read).toEqual([
    {
      sheet: 'Hoja1',
      data: [
        ['Número', 'Fecha', 'Cliente', 'Total', 'Inicio'],
        [7, new Date('2026-03-04T18:45:00Z'), 'José & Cía <1>', 1250.05, new Date('2026-02-28T00:00:00Z')],
        [8, null, '=1+1', 9999999999.99, null],
        [9, null, '007', -0.1, null],
      ],
    },
  ])
})
