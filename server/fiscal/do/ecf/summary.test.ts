import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  makeReceipt,
  makeReceiptArbitrary,
  sampleBuyer,
  sampleReceiptLines,
} from '../../../testing/electronic-receipts.ts'
import { type ElectronicReceipt, makeReceiptXml } from './document.ts'
import { isSentAsSummary, makeSummaryXml } from './summary.ts'
import { InvalidDocumentError } from './validate-document.ts'

/** Stands for a signature; the security code is its beginning. */
const sign = (receipt: ElectronicReceipt, value = 'aB+/9z==') =>
  makeReceiptXml(receipt).replace('</ECF>', `<Signature><SignatureValue>${value}</SignatureValue></Signature></ECF>`)

const [line] = sampleReceiptLines
const makeTotal = (total: string, ncf = 'E320000000007') =>
  makeReceipt({ ncf, lines: [{ ...line, unitPrice: total, total } as typeof line & {}], buyer: sampleBuyer })

test.each([
  ['E320000000007', '249999.99', true],
  ['E320000000007', '250000.00', false],
  ['E310000000007', '100.00', false],
])('summary: %s of %s → %s', (ncf, total, expected) => {
  expect(isSentAsSummary(makeTotal(total, ncf))).toBe(expected)
})

test('summary: the exact text', () => {
  expect(makeSummaryXml(sign(makeReceipt()))).toBe(
    '<?xml version="1.0" encoding="utf-8"?><RFCE><Encabezado><Version>1.0</Version><IdDoc><TipoeCF>32</TipoeCF>' +
      '<eNCF>E320000000007</eNCF><TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago><TablaFormasPago><FormaDePago>' +
      '<FormaPago>1</FormaPago><MontoPago>1600.00</MontoPago></FormaDePago></TablaFormasPago></IdDoc><Emisor>' +
      '<RNCEmisor>131246796</RNCEmisor><RazonSocialEmisor>Gimnasio de Prueba SRL</RazonSocialEmisor>' +
      '<FechaEmision>30-11-2026</FechaEmision></Emisor><Comprador><RazonSocialComprador>CONSUMIDOR FINAL' +
      '</RazonSocialComprador></Comprador><Totales><MontoGravadoTotal>84.75</MontoGravadoTotal>' +
      '<MontoGravadoI1>84.75</MontoGravadoI1><MontoExento>1500.00</MontoExento><TotalITBIS>15.25</TotalITBIS>' +
      '<TotalITBIS1>15.25</TotalITBIS1><MontoTotal>1600.00</MontoTotal></Totales>' +
      '<CodigoSeguridadeCF>aB+/9z</CodigoSeguridadeCF></Encabezado></RFCE>',
  )
})

test('summary: random small receipts keep to the format', () => {
  fc.assert(
    fc.property(makeReceiptArbitrary('E32').filter(isSentAsSummary), (receipt) => {
      expect(makeSummaryXml(sign(receipt))).not.toMatch(/<(\w+)><\/\1>/)
    }),
    { numRuns: 100 },
  )
})

test('summary: large receipts, other types and unsigned receipts are refused', () => {
  expect(() => makeSummaryXml(sign(makeTotal('250000.00')))).toThrow(InvalidDocumentError)
  expect(() => makeSummaryXml(sign(makeTotal('100.00', 'E310000000007')))).toThrow(InvalidDocumentError)
  expect(() => makeSummaryXml(makeReceiptXml(makeReceipt()))).toThrow('not signed')
})
