import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { SheetColumn } from '@torniquete/contract/shared/workbooks.ts'
import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { makeZip } from './make-zip.ts'
import { makeWorkbookEntries, type WorkbookContent } from './workbook-sheets.ts'

type Row = readonly (string | number | null)[]
const column = (title: string, type: SheetColumn<Row>['type'], at: number): SheetColumn<Row> => ({
  title,
  type,
  value: (row) => row[at] ?? null,
})
const columns = [
  column('Número', 'number', 0),
  column('Fecha', 'instant', 1),
  column('Cliente', 'text', 2),
  column('Total', 'money', 3),
  column('Inicio', 'day', 4),
]

const fileOf = (sheets: Omit<WorkbookContent<Row>, 'zone'>) =>
  buffer(Readable.from(makeZip(makeWorkbookEntries({ ...sheets, zone: 'America/Santo_Domingo' }))))
/** Excel stores a time as a fraction of a day, which readers truncate, so times are compared in seconds. */
const inSeconds = (value: unknown) =>
  value instanceof Date ? new Date(Math.round(value.getTime() / 1000) * 1000) : value
async function* inChunks(...chunks: Row[][]) {
  yield* chunks
}
const titles = ['Número', 'Fecha', 'Cliente', 'Total', 'Inicio']

test('workbook: numbers, local dates and texts have their Excel types', async () => {
  const chunks = inChunks(
    [
      [7, '2026-03-04T22:45:07.250Z', 'José & Cía <1>', '1250.05', '2026-02-28'],
      [8, null, '=1+1', '9999999999.99', null],
    ],
    [
      [9, '2026-01-01T03:59:59.999Z', '007', '-0.10', ''],
      [10, null, ' dos\nlíneas\u0007 ', '0.00', '1900-03-01'],
    ],
  )
  const [sheet] = await readExcelFile(await fileOf({ columns, chunks }), { trim: false })
  expect({ ...sheet, data: sheet?.data.map((row) => row.map(inSeconds)) }).toEqual({
    sheet: 'Hoja1',
    data: [
      titles,
      [7, new Date('2026-03-04T18:45:07Z'), 'José & Cía <1>', 1250.05, new Date('2026-02-28T00:00:00Z')],
      [8, null, '=1+1', 9999999999.99, null],
      [9, new Date('2025-12-31T23:59:59Z'), '007', -0.1, null],
      [10, null, ' dos\nlíneas ', 0, new Date('1900-03-01T00:00:00Z')],
    ],
  })
})

test.each(['=1+1', '+18095551234', '-5', '@SUM(A1)'])(
  'workbook: %s remains text and never becomes a formula',
  async (text) => {
    const parts = makeWorkbookEntries({ columns, chunks: inChunks([[1, null, text, null, null]]), zone: 'UTC' })
    const first = await parts.next()
    const sheet = (await buffer(Readable.from(first.value?.content ?? []))).toString()
    expect(sheet).toContain(`t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`)
    expect(sheet).not.toContain('<f')
  },
)

test('workbook: an empty list has titles, and a long list continues on another sheet', async () => {
  const [empty] = await readExcelFile(await fileOf({ columns, chunks: inChunks() }))
  expect(empty).toEqual({ sheet: 'Hoja1', data: [titles] })
  const row = (number: number): Row => [number, null, 'x', null, null]
  const chunks = inChunks([row(1), row(2)], [row(3), row(4)], [row(5)])
  const sheets = await readExcelFile(await fileOf({ columns, chunks, most: 4 }))
  const numbersOf = ({ sheet, data }: (typeof sheets)[number]) => [sheet, data.map(([number]) => number)]
  expect(sheets.map(numbersOf)).toEqual([
    ['Hoja1', ['Número', 1, 2]],
    ['Hoja2', ['Número', 3, 4, 5]],
  ])
})

test('workbook: totals are in the last row of the last sheet, also beyond column Z', async () => {
  const wide = [
    ...columns,
    ...Array.from({ length: 30 }, (_, at) => ({
      ...column(`K${at}`, 'money', 3),
      ...(at === 0 && { summed: false as const }),
    })),
  ]
  const row = (amount: string): Row => [1, null, 'x', amount, null]
  const chunks = inChunks([row('0.10'), row('0.20')], [row('1000000000.05'), row('-5.00')])
  const sheets = await readExcelFile(await fileOf({ columns: wide, chunks, most: 4, totals: true }))
  expect(sheets.map(({ data }) => data.length)).toEqual([3, 4])
  const last = sheets[1]?.data.at(-1)
  expect([last?.slice(0, 4), last?.[5], last?.[34]]).toEqual([['Total', null, null, 999999995.35], null, 999999995.35])
  const [empty] = await readExcelFile(await fileOf({ columns, chunks: inChunks(), totals: true }))
  expect(empty?.data).toEqual([titles])
})

test('workbook: a text longer than a cell is cut after a complete character', async () => {
  const [sheet] = await readExcelFile(
    await fileOf({ columns, chunks: inChunks([[1, null, '😀'.repeat(20_000), null, null]]) }),
  )
  expect(sheet?.data[1]?.[2] === '😀'.repeat(16_383)).toBe(true)
})

test('workbook: an error while rows are read makes the file fail', async () => {
  const broken = async function* () {
    yield [[1, null, 'x', null, null]] as Row[]
    throw new Error('the database went away')
  }
  await expect(fileOf({ columns, chunks: broken() })).rejects.toThrow('the database went away')
})
