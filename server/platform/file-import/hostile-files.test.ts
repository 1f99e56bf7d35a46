import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeGym } from '../../testing/factories.ts'
import { makeClientImportCalls } from '../../testing/import-clients.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { makeZip, type ZipEntry } from '../http/make-zip.ts'
import {
  formatSheetPath,
  makeFixedWorkbookEntries,
  spreadsheetNamespace,
  xmlDeclaration,
} from '../http/workbook-parts.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const workbooks = makeClientImportCalls(() => app, 'socios.xlsx')
const texts = makeClientImportCalls(() => app, 'socios.csv')

const text = (address: string, value: string) => `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`

function workbook(rows: string): Promise<Buffer> {
  const sheet = `${xmlDeclaration}<worksheet ${spreadsheetNamespace}><sheetData>${rows}</sheetData></worksheet>`
  const parts = async function* (): AsyncGenerator<ZipEntry> {
    yield* makeFixedWorkbookEntries(1)
    yield { name: formatSheetPath(1), content: [sheet] }
  }
  return buffer(Readable.from(makeZip(parts())))
}

test.each([
  ['a column just beyond XFD', `<row r="1">${text('A1', 'Nombre')}${text('XFE1', 'x')}</row>`],
  ['a row beyond 1,048,576', `<row r="1">${text('A1', 'Nombre')}</row><row r="2000000000"/>`],
  ['a cell in a row beyond 1,048,576', `<row>${text('A1', 'Nombre')}${text('A1048577', 'x')}</row>`],
  ['an address in single quotes behind another attribute', `<row r="1"><c s="1" r='AAAA1'><v>1</v></c></row>`],
])('import: refuses a workbook with %s', async (_, rows) => {
  const { status, json } = await workbooks.send(gym.admin, await workbook(rows))
  expect(status).toBe(415)
  expect(json).toMatchObject({ detail: expect.stringContaining('columna XFD') })
})

test('import: refuses a workbook with valid addresses that span more than the allowed memory', {
  tags: ['deep'],
}, async () => {
  const wide = `<row r="1">${text('A1', 'Nombre')}${text('XFD1', 'x')}</row>`
  const rows = Array.from({ length: 100_000 }, (_, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>1</v></c></row>`)
  const { status } = await workbooks.send(gym.admin, await workbook(wide + rows.join('')))
  expect(status).toBe(413)
})

test('import: other calls are answered while a file of a megabyte of separators is read', async () => {
  let isRead = false
  const sending = texts.send(gym.admin, Buffer.alloc(1024 * 1024, ';')).finally(() => {
    isRead = true
  })
  let answered = 0
  while (!isRead) {
    await gym.admin.call('memberships.list')
    answered++
  }
  const { status } = await sending
  expect([413, 415]).toContain(status)
  // More calls are answered than during the upload alone, since parsing such a line takes seconds.
  expect(answered).toBeGreaterThan(10)
})

test.each([
  ['phones', 'Teléfono', '1 '.repeat(100_000)],
  ['a phone with dashes', 'Teléfono', `8095550101 ${'-'.repeat(200_000)}x`],
  ['a day', 'Vence', `${'-'.repeat(200_000)}x`],
  ['a row of sums', 'Notas', `total de ${'a '.repeat(100_000)}`],
])('import: a cell of 200 kB in %s is checked quickly', async (_, heading, cell) => {
  const { ready, rejected } = await texts.show(gym.admin, `Nombre;${heading}\nAna;${cell}\nLuz;`)
  expect(ready + rejected.count).toBe(2)
})
