import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { makeWorkbook } from '../server/testing/make-workbook.ts'
import { verifySignature } from '../server/testing/verify-signature.ts'
import { makeCertificateFile } from './make-certificate.ts'
import { makeTestSetCaseXml, readTestSet } from './read-test-set.ts'
import { StandInServer } from './stand-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'torniquete-test-set-'))
const dgii = await new StandInServer().start()
afterAll(async () => {
  await dgii.stop()
  rmSync(folder, { recursive: true })
})

const columns = [
  ...['CasoPrueba', 'Version', 'TipoeCF', 'ENCF', 'IndicadorNotaCredito', 'FechaVencimientoSecuencia', 'TipoIngresos'],
  ...['TipoPago', 'FormaPago[1]', 'MontoPago[1]', 'RNCEmisor', 'RazonSocialEmisor', 'DireccionEmisor', 'FechaEmision'],
  ...['RNCComprador', 'RazonSocialComprador', 'MontoExento', 'MontoTotal'],
  ...['NumeroLinea[1]', 'IndicadorFacturacion[1]', 'NombreItem[1]', 'IndicadorBienoServicio[1]', 'CantidadItem[1]'],
  ...['PrecioUnitarioItem[1]', 'MontoItem[1]', 'NCFModificado'],
]
const makeRow = (ncf: string, changes: Record<string, string> = {}) => {
  const values: Record<string, string> = {
    ...{ CasoPrueba: ncf, Version: '1.0', TipoeCF: ncf.slice(1, 3), ENCF: ncf, TipoIngresos: '01', TipoPago: '1' },
    ...{
      RNCEmisor: '131246796',
      RazonSocialEmisor: 'Gimnasio SRL',
      DireccionEmisor: 'Calle 1',
      FechaEmision: '01-04-2020',
    },
    ...{ RNCComprador: '101850043', RazonSocialComprador: 'Cliente SA', MontoExento: '100.00', MontoTotal: '100.00' },
    ...{
      'NumeroLinea[1]': '1',
      'IndicadorFacturacion[1]': '4',
      'NombreItem[1]': 'Pesas',
      'IndicadorBienoServicio[1]': '1',
    },
    ...{ 'CantidadItem[1]': '1', 'PrecioUnitarioItem[1]': '100.00', 'MontoItem[1]': '100.00' },
    ...changes,
  }
  return columns.map((column) => values[column] ?? '#e')
}
const summaryColumns = [
  'Version',
  'TipoeCF',
  'ENCF',
  'TipoIngresos',
  'TipoPago',
  'RNCEmisor',
  'RazonSocialEmisor',
  'FechaEmision',
  'RNCComprador',
  'RazonSocialComprador',
  'MontoExento',
  'MontoTotal',
]

const receipts = {
  name: 'ECF',
  rows: [columns, makeRow('E320000000001'), makeRow('E310000000001', { FechaVencimientoSecuencia: '31-12-2027' })],
}
const summaries = {
  name: 'RFCE',
  rows: [summaryColumns, summaryColumns.map((column) => makeRow('E320000000001')[columns.indexOf(column)] ?? '#e')],
}

test('test set: repeated and nested columns become elements in the order of the format', async () => {
  const rows = [
    [
      'MontoPago[2]',
      'FormaPago[2]',
      'MontoPago[1]',
      'FormaPago[1]',
      'TipoCodigo[1][2]',
      'NumeroLinea[1]',
      'NumeroLineaDoR[1]',
      'eNCF',
    ],
    ['5.00', '3', '7.00', '1', 'Interna', '1', '2', 'E310000000009'],
  ]
  const [only] = await readTestSet(await makeWorkbook({ name: 'Hoja1', rows }))
  expect(only && makeTestSetCaseXml(only)).toBe(
    '<?xml version="1.0" encoding="utf-8"?><ECF><Encabezado><IdDoc><eNCF>E310000000009</eNCF><TablaFormasPago><FormaDePago>' +
      '<FormaPago>1</FormaPago><MontoPago>7.00</MontoPago></FormaDePago><FormaDePago><FormaPago>3</FormaPago>' +
      '<MontoPago>5.00</MontoPago></FormaDePago></TablaFormasPago></IdDoc></Encabezado><DetallesItems><Item>' +
      '<NumeroLinea>1</NumeroLinea><TablaCodigosItem><CodigosItem><TipoCodigo>Interna</TipoCodigo></CodigosItem>' +
      '</TablaCodigosItem></Item></DetallesItems><DescuentosORecargos><DescuentoORecargo><NumeroLinea>2</NumeroLinea>' +
      '</DescuentoORecargo></DescuentosORecargos></ECF>',
  )
  only?.values.set('Inventado', '1')
  expect(() => only && makeTestSetCaseXml(only)).toThrow('Inventado: no es un elemento de ECF')
})

test('script: signs and sends the receipts and summaries of a workbook', { timeout: 60_000 }, async () => {
  const [workbook, p12, out] = ['set.xlsx', 'firma.p12', 'salida'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const { content, password } = makeCertificateFile()
  writeFileSync(p12, content)
  writeFileSync(workbook, await makeWorkbook(receipts, summaries))
  const script = new URL('send-test-set.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, workbook, '--certificate', p12, '--out', out, '--url', dgii.address],
    { env: { PATH: process.env.PATH, CERTIFICATE_PASSWORD: password } },
  )
  expect(stdout.trim().split('\n')).toEqual([
    'ECF E320000000001: signed; its summary is sent',
    'ECF E310000000001: accepted',
    'RFCE E320000000001: accepted',
  ])
  const accepted = dgii.registry('certecf').listAccepted()
  expect(accepted.map(({ ncf }) => ncf)).toEqual(['E310000000001', 'E320000000001'])
  expect(readdirSync(out)).toEqual([
    '131246796E310000000001.xml',
    '131246796E320000000001.xml',
    'RFCE-131246796E320000000001.xml',
  ])
  for (const file of readdirSync(out)) expect(verifySignature(readFileSync(join(out, file), 'utf8'))).not.toBeNull()
})
