import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  makeReceipt,
  makeReceiptArbitrary,
  sampleBuyer,
  sampleReceiptLines,
} from '../../../testing/electronic-receipts.ts'
import { type ElectronicReceipt, makeReceiptXml } from './document.ts'
import { findElementText, listElements, parseXml, type XmlElement } from './parse-xml.ts'
import { InvalidDocumentError } from './validate-document.ts'

const read = (receipt: ElectronicReceipt): XmlElement => {
  const root = parseXml(makeReceiptXml(receipt))
  if (!root) throw new Error('not XML')
  return root
}

const listProblems = (receipt: ElectronicReceipt): string[] => {
  try {
    makeReceiptXml(receipt)
    return []
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error
    return error.violations.map(({ path, problem }) => `${path}: ${problem}`)
  }
}

const creditNote = makeReceipt({
  ncf: 'E340000000001',
  reference: { ncf: 'E320000000007', date: '2026-10-31', code: 1, reason: 'Anulación' },
})

test('E32: the exact text of a consumer receipt without buyer', () => {
  expect(makeReceiptXml(makeReceipt())).toBe(
    '<?xml version="1.0" encoding="utf-8"?><ECF><Encabezado><Version>1.0</Version>' +
      '<IdDoc><TipoeCF>32</TipoeCF><eNCF>E320000000007</eNCF><IndicadorMontoGravado>1</IndicadorMontoGravado>' +
      '<TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago><TablaFormasPago><FormaDePago><FormaPago>1</FormaPago>' +
      '<MontoPago>1600.00</MontoPago></FormaDePago></TablaFormasPago></IdDoc>' +
      '<Emisor><RNCEmisor>131246796</RNCEmisor><RazonSocialEmisor>Gimnasio de Prueba SRL</RazonSocialEmisor>' +
      '<NombreComercial>Torniquete Gym</NombreComercial><DireccionEmisor>Calle El Sol 12</DireccionEmisor>' +
      '<NumeroFacturaInterna>V-000123</NumeroFacturaInterna><FechaEmision>30-11-2026</FechaEmision></Emisor>' +
      '<Comprador><RazonSocialComprador>CONSUMIDOR FINAL</RazonSocialComprador></Comprador>' +
      '<Totales><MontoGravadoTotal>84.75</MontoGravadoTotal><MontoGravadoI1>84.75</MontoGravadoI1>' +
      '<MontoExento>1500.00</MontoExento><ITBIS1>18</ITBIS1><TotalITBIS>15.25</TotalITBIS>' +
      '<TotalITBIS1>15.25</TotalITBIS1><MontoTotal>1600.00</MontoTotal></Totales></Encabezado>' +
      '<DetallesItems><Item><NumeroLinea>1</NumeroLinea><IndicadorFacturacion>4</IndicadorFacturacion>' +
      '<NombreItem>Membresía mensual</NombreItem><IndicadorBienoServicio>2</IndicadorBienoServicio>' +
      '<CantidadItem>1</CantidadItem><PrecioUnitarioItem>1500.00</PrecioUnitarioItem><MontoItem>1500.00</MontoItem>' +
      '</Item><Item><NumeroLinea>2</NumeroLinea><IndicadorFacturacion>1</IndicadorFacturacion>' +
      '<NombreItem>Agua &amp; sales &lt;500 ml&gt;</NombreItem><IndicadorBienoServicio>1</IndicadorBienoServicio>' +
      '<CantidadItem>2</CantidadItem><PrecioUnitarioItem>59.00</PrecioUnitarioItem>' +
      '<DescuentoMonto>18.00</DescuentoMonto><TablaSubDescuento><SubDescuento><TipoSubDescuento>$</TipoSubDescuento>' +
      '<MontoSubDescuento>18.00</MontoSubDescuento></SubDescuento></TablaSubDescuento><MontoItem>100.00</MontoItem>' +
      '</Item></DetallesItems><FechaHoraFirma>30-11-2026 15:04:05</FechaHoraFirma></ECF>',
  )
})

const types = ['E31', 'E32', 'E33', 'E34'] as const

test.each(types)('%s: random valid receipts keep to the format', (type) => {
  fc.assert(
    fc.property(makeReceiptArbitrary(type), (receipt) => {
      const xml = makeReceiptXml(receipt)
      expect(xml).not.toMatch(/<(\w+)><\/\1>|<\w+\/>|>\s+</)
      expect(findElementText(parseXml(xml) as XmlElement, 'Encabezado/Totales/MontoTotal')).toBe(receipt.totals.total)
    }),
    { numRuns: 150 },
  )
})

test.each(types)('%s: the same receipt makes the same text', (type) => {
  fc.assert(
    fc.property(makeReceiptArbitrary(type), (receipt) => {
      expect(makeReceiptXml(structuredClone(receipt))).toBe(makeReceiptXml(receipt))
    }),
    { numRuns: 20 },
  )
})

test('E31: has expiry and buyer, and due day with credit', () => {
  const root = read(
    makeReceipt({
      ncf: 'E310000000001',
      expiresOn: '2027-12-31',
      buyer: sampleBuyer,
      payment: { terms: 'credit', dueOn: '2026-12-15', forms: [{ form: 'credit', amount: '1600.00' }] },
    }),
  )
  const at = (path: string) => findElementText(root, `Encabezado/${path}`)
  expect(at('IdDoc/FechaVencimientoSecuencia')).toBe('31-12-2027')
  expect(at('IdDoc/FechaLimitePago')).toBe('15-12-2026')
  expect(at('IdDoc/TablaFormasPago/FormaDePago/FormaPago')).toBe('4')
  expect(at('Comprador/RNCComprador')).toBe('101850043')
})

test('E34: names the modified document and has no forms of payment', () => {
  const root = read(creditNote)
  expect(findElementText(root, 'Encabezado/IdDoc/IndicadorNotaCredito')).toBe('0')
  expect(listElements(root, 'Encabezado/IdDoc/TablaFormasPago')).toEqual([])
  expect(listElements(root, 'Encabezado/Comprador')).toEqual([])
  expect(listElements(root, 'InformacionReferencia')[0]?.children.map(({ text }) => text)).toEqual([
    'E320000000007',
    '31-10-2026',
    '1',
    'Anulación',
  ])
})

test.each([
  ['2026-10-31', '0'],
  ['2026-10-30', '1'],
])('E34 of 30 November for a receipt of %s: IndicadorNotaCredito is %s', (date, indicator) => {
  const reference = { ncf: 'E320000000007', date, code: 1 as const, reason: null }
  expect(findElementText(read({ ...creditNote, reference }), 'Encabezado/IdDoc/IndicadorNotaCredito')).toBe(indicator)
})

test('code 4: an E32 replaces a receipt of series B', () => {
  const reference = { ncf: 'B0200000012', date: '2026-11-29', code: 4 as const, reason: null }
  expect(findElementText(read(makeReceipt({ reference })), 'InformacionReferencia/CodigoModificacion')).toBe('4')
  expect(listProblems(makeReceipt({ reference: { ...reference, ncf: 'E320000000001' } }))).toEqual([
    'ECF/InformacionReferencia/NCFModificado: inconsistent',
  ])
})

test('exempt lines only: no IndicadorMontoGravado and no ITBIS', () => {
  const root = read(makeReceipt({ lines: sampleReceiptLines.slice(0, 1) }))
  expect(findElementText(root, 'Encabezado/IdDoc/IndicadorMontoGravado')).toBeNull()
  const totals = listElements(root, 'Encabezado/Totales')[0]?.children.map(({ tag }) => tag)
  expect(totals).toEqual(['MontoExento', 'MontoTotal'])
})

test('all rates: lines have the tax indicators 1, 2 and 3, and each rate has its totals', () => {
  const [, sample] = sampleReceiptLines
  const lines = (['0', '18', '16', 'exempt'] as const).map(
    (taxClass) => ({ ...sample, taxClass }) as typeof sample & {},
  )
  const root = read(makeReceipt({ lines }))
  expect(listElements(root, 'DetallesItems/Item').map((item) => findElementText(item, 'IndicadorFacturacion'))).toEqual(
    ['3', '1', '2', '4'],
  )
  expect(listElements(root, 'Encabezado/Totales')[0]?.children.map(({ tag, text }) => `${tag} ${text}`)).toEqual([
    'MontoGravadoTotal 270.96',
    'MontoGravadoI1 84.75',
    'MontoGravadoI2 86.21',
    'MontoGravadoI3 100.00',
    'MontoExento 100.00',
    'ITBIS1 18',
    'ITBIS2 16',
    'ITBIS3 0',
    'TotalITBIS 29.04',
    'TotalITBIS1 15.25',
    'TotalITBIS2 13.79',
    'TotalITBIS3 0.00',
    'MontoTotal 400.00',
  ])
})

test('repeated forms of payment are added up, in the order of their codes', () => {
  const forms = [
    { form: 'card' as const, amount: '100.00' },
    { form: 'cash' as const, amount: '1000.00' },
    { form: 'card' as const, amount: '500.00' },
  ]
  const root = read(makeReceipt({ payment: { terms: 'paid', dueOn: null, forms } }))
  const rows = listElements(root, 'Encabezado/IdDoc/TablaFormasPago/FormaDePago')
  expect(rows.map(({ children }) => children.map(({ text }) => text))).toEqual([
    ['1', '1000.00'],
    ['3', '600.00'],
  ])
})

test('long texts are cut; a long description is also written in full', () => {
  const description = `${'á'.repeat(79)}😀 fin`
  const [line] = sampleReceiptLines
  const receipt = makeReceipt({ lines: [{ ...line, description } as typeof line & {}] })
  const root = read({ ...receipt, issuer: { ...receipt.issuer, branch: 'Sucursal de la Avenida' } })
  expect(findElementText(root, 'DetallesItems/Item/NombreItem')).toBe('á'.repeat(79))
  expect(findElementText(root, 'DetallesItems/Item/DescripcionItem')).toBe(description)
  expect(findElementText(root, 'Encabezado/Emisor/Sucursal')).toBe('Sucursal de la Aveni')
})

test('characters that XML forbids and repeated blanks are removed', () => {
  const [line] = sampleReceiptLines
  const lines = [{ ...line, description: ' Plan\u0007\n\t"A" \ud800 y\u00a0B ' } as typeof line & {}]
  expect(findElementText(read(makeReceipt({ lines })), 'DetallesItems/Item/NombreItem')).toBe('Plan "A" y B')
})

const large = { unitPrice: '250000.00', total: '250000.00' }
const largeLines = [{ ...sampleReceiptLines[0], ...large } as (typeof sampleReceiptLines)[number]]

test.each<[string, ElectronicReceipt, string]>([
  [
    'an RNC of 10 digits',
    makeReceipt({ buyer: { ...sampleBuyer, taxId: '1018500430' } }),
    'Comprador/RNCComprador: wrong form',
  ],
  ['E31 without buyer', makeReceipt({ ncf: 'E310000000001', expiresOn: '2027-12-31' }), 'Comprador: missing'],
  [
    'E31 without expiry',
    makeReceipt({ ncf: 'E310000000001', buyer: sampleBuyer }),
    'IdDoc/FechaVencimientoSecuencia: missing',
  ],
  ['E32 with expiry', makeReceipt({ expiresOn: '2027-12-31' }), 'IdDoc/FechaVencimientoSecuencia: not allowed'],
  ['E32 of 250,000 without buyer', makeReceipt({ lines: largeLines }), 'Comprador/RNCComprador: inconsistent'],
  [
    'a quantity of three decimals',
    makeReceipt({ lines: [{ ...sampleReceiptLines[1], quantity: '1.999' } as never] }),
    'Item/CantidadItem: wrong form',
  ],
  ['a day that does not exist', makeReceipt({ issuedOn: '2026-02-30' }), 'Emisor/FechaEmision: wrong form'],
  [
    'credit without a last day',
    makeReceipt({ payment: { terms: 'credit', dueOn: null, forms: [] } }),
    'IdDoc/FechaLimitePago: inconsistent',
  ],
  [
    'totals that differ from the lines',
    makeReceipt({ totals: { ...makeReceipt().totals, total: '1600.01' } }),
    'Totales/MontoTotal: inconsistent',
  ],
  ['no lines', makeReceipt({ lines: [] }), 'DetallesItems: missing'],
  [
    '1001 lines',
    makeReceipt({ lines: Array.from({ length: 1001 }, () => sampleReceiptLines[0] as never) }),
    'Item[1001]: too many',
  ],
])('refuses %s', (_, receipt, problem) => {
  expect(listProblems(receipt).join('\n')).toContain(problem)
})

test('E34 without reference is refused', () => {
  expect(listProblems({ ...creditNote, reference: null })).toEqual(['ECF/InformacionReferencia: missing'])
})

test('E34: the tax of a last part of a line may differ by two cents', () => {
  const [line] = sampleReceiptLines
  const part = { description: 'Agua', kind: 'good', quantity: '1', unitPrice: '2.65', discount: '0.00' } as const
  const lines = line ? [{ ...line, ...part, taxClass: '18' as const, total: '2.65' }] : []
  const makeNote = (base: string, tax: string) =>
    makeReceipt({
      ncf: 'E340000000001',
      lines,
      totals: { exempt: '0.00', taxed: [{ rate: 18, base, tax }], tax_total: tax, total: '2.65' },
      payment: { terms: 'paid', dueOn: null, forms: [] },
      reference: { ncf: 'E320000000001', date: '2026-11-30', code: 3, reason: null },
    })
  expect(makeReceiptXml(makeNote('2.26', '0.39'))).toContain('<TotalITBIS>0.39</TotalITBIS>')
  expect(() => makeReceiptXml(makeNote('2.29', '0.36'))).toThrow('TotalITBIS1')
})
