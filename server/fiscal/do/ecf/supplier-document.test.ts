import { expect, test } from 'vitest'
import { makeReceipt, sampleBuyer } from '../../../testing/electronic-receipts.ts'
import { makeReceiptXml } from './document.ts'
import { parseXml, type XmlElement } from './parse-xml.ts'
import { parseDocumentParties, parseSupplierDocument } from './supplier-document.ts'

const xml = makeReceiptXml(makeReceipt({ ncf: 'E310000000007', expiresOn: '2027-12-31', buyer: sampleBuyer }))
const read = (text: string) => parseSupplierDocument(parseXml(text) as XmlElement)

test('supplier document: its fields are read', () => {
  expect(read(xml)).toEqual({
    type: '31',
    ncf: 'E310000000007',
    issuerTaxId: '131246796',
    issuerName: 'Gimnasio de Prueba SRL',
    buyerTaxId: '101850043',
    issuedOn: '2026-11-30',
    total: '1600.00',
    taxTotal: '15.25',
    signedAt: '30-11-2026 15:04:05',
    modifiedNcf: null,
    lines: [
      { number: 1, description: 'Membresía mensual', quantity: '1', total: '1500.00' },
      { number: 2, description: 'Agua & sales <500 ml>', quantity: '2', total: '100.00' },
    ],
  })
})

test('supplier document: fields that Torniquete never writes are allowed', () => {
  const more = xml
    .replace('<FechaEmision>', '<CorreoEmisor>a@b.example</CorreoEmisor><FechaEmision>')
    .replace('<Totales>', '<Transporte><Placa>A1</Placa></Transporte><Totales>')
    .replace('<MontoTotal>1600.00', '<MontoTotal>1600.0')
  expect(read(more)).toEqual(read(xml))
})

test('supplier document: a credit note names the receipt that it modifies', () => {
  const reference = { ncf: 'E310000000005', date: '2026-11-01', code: 1 as const, reason: null }
  const note = makeReceiptXml(makeReceipt({ ncf: 'E340000000001', buyer: sampleBuyer, reference }))
  expect(read(note)).toMatchObject({ type: '34', modifiedNcf: 'E310000000005' })
})

test.each([
  ['of another type', /31(?=<\/TipoeCF>|0000000007)/g, '32'],
  ['whose number is of another type', '<eNCF>E31', '<eNCF>E33'],
  ['without buyer', /<Comprador>.*<\/Comprador>/, ''],
  ['without lines', /<DetallesItems>.*<\/DetallesItems>/, ''],
  ['without total', /<MontoTotal>.*<\/MontoTotal>/, ''],
  ['with a day that does not exist', '30-11-2026', '31-11-2026'],
  ['with a negative total', '<MontoTotal>', '<MontoTotal>-'],
  ['with a total that no column holds', '<MontoTotal>', '<MontoTotal>99999999999'],
  ['with more tax than total', '<TotalITBIS>', '<TotalITBIS>9999'],
  ['with another root', /ECF>/g, 'RFCE>'],
])('supplier document: a document %s is refused', (_, search, replacement) => {
  const broken = xml.replace(search, replacement)
  expect(broken).not.toBe(xml)
  expect(read(broken)).toBeNull()
})

test('parties: are read from a document with other faults', () => {
  const broken = xml.replace(/<MontoTotal>.*<\/MontoTotal>/, '')
  const parties = { ncf: 'E310000000007', issuerTaxId: '131246796', buyerTaxId: '101850043' }
  expect(parseDocumentParties(parseXml(broken) as XmlElement)).toEqual(parties)
  expect(parseDocumentParties(parseXml(broken.replace('131246796', '13124679')) as XmlElement)).toBeNull()
})
