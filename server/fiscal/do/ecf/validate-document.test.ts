import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeReceipt, makeReceiptArbitrary, sampleBuyer } from '../../../testing/electronic-receipts.ts'
import { makeReceiptXml } from './document.ts'
import { listViolations } from './validate-document.ts'

const xml = makeReceiptXml(makeReceipt({ buyer: sampleBuyer }))
const listProblems = (text: string) => listViolations(text).map(({ path, problem }) => `${path}: ${problem}`)

test.each([
  ['cut text', '</ECF>', '', ': not XML'],
  ['another root', /ECF>/g, 'Factura>', 'Factura: unknown'],
  ['an unknown tag', '<TipoPago>1', '<Propina>1</Propina><TipoPago>1', 'ECF/Encabezado/IdDoc/Propina: unknown'],
  ['an empty tag', 'Torniquete Gym', '', 'ECF/Encabezado/Emisor/NombreComercial: empty'],
  ['an empty group', /<FormaDePago>.*<\/FormaDePago>/, '', 'ECF/Encabezado/IdDoc/TablaFormasPago: empty'],
  ['a long text', 'Gimnasio de', 'x'.repeat(150), 'ECF/Encabezado/Emisor/RazonSocialEmisor: too long'],
  ['a small letter in the e-NCF', '<eNCF>E', '<eNCF>e', 'ECF/Encabezado/IdDoc/eNCF: wrong form'],
  ['blanks between tags', '<Emisor>', '<Emisor> ', 'ECF/Encabezado/Emisor: text between tags'],
  ['a tag inside a text', '>Gimnasio', '><b>x</b>Gimnasio', 'ECF/Encabezado/Emisor/RazonSocialEmisor/b: unknown'],
  [
    'a repeated field',
    '<Version>1.0</Version>',
    '<Version>1.0</Version>'.repeat(2),
    'ECF/Encabezado/Version[2]: too many',
  ],
  [
    'wrong order',
    /(<TipoIngresos>.*?)(<TipoPago>.*?<\/TipoPago>)/,
    '$2$1',
    'ECF/Encabezado/IdDoc/TipoIngresos: out of order',
  ],
  ['another type', '<TipoeCF>32', '<TipoeCF>31', 'ECF/Encabezado/IdDoc/FechaVencimientoSecuencia: missing'],
  [
    'a field of other types',
    '<IndicadorMonto',
    '<IndicadorNotaCredito>0</IndicadorNotaCredito><IndicadorMonto',
    'ECF/Encabezado/IdDoc/IndicadorNotaCredito: not allowed',
  ],
  ['a number of another type', '<eNCF>E32', '<eNCF>E31', 'ECF/Encabezado/IdDoc/eNCF: inconsistent'],
  ['a wrong line number', '<NumeroLinea>2', '<NumeroLinea>3', 'ECF/DetallesItems/Item[2]/NumeroLinea: inconsistent'],
  ['a wrong tax', '<TotalITBIS1>15.25', '<TotalITBIS1>15.26', 'ECF/Encabezado/Totales/TotalITBIS: inconsistent'],
  ['an hour that does not exist', '15:04:05', '24:04:05', 'ECF/FechaHoraFirma: wrong form'],
])('broken document with %s', (_, search, replacement, problem) => {
  const broken = xml.replace(search, replacement)
  expect(broken).not.toBe(xml)
  expect(listProblems(broken)).toContain(problem)
})

test('a document with a DTD is refused', () => {
  expect(listProblems(xml.replace('<ECF>', '<!DOCTYPE ECF [<!ENTITY a "b">]><ECF>'))).toEqual([': not XML'])
})

/** Required in every type. */
const alwaysRequired =
  /<(Version|TipoeCF|eNCF|TipoIngresos|TipoPago|RNCEmisor|RazonSocialEmisor|DireccionEmisor|FechaEmision|MontoTotal|NumeroLinea|IndicadorFacturacion|NombreItem|IndicadorBienoServicio|CantidadItem|PrecioUnitarioItem|MontoItem|FechaHoraFirma)>[^<]*<\/\1>/g

test('random receipts: each left-out required field is found', () => {
  fc.assert(
    fc.property(makeReceiptArbitrary('E34'), fc.nat(), (receipt, choice) => {
      const text = makeReceiptXml(receipt)
      const fields = [...text.matchAll(alwaysRequired)]
      const left = fields[choice % fields.length]
      if (!left) throw new Error('no required fields')
      const broken = text.slice(0, left.index) + text.slice(left.index + left[0].length)
      expect(listViolations(broken).map(({ problem }) => problem)).toContain('missing')
    }),
  )
})

test('random receipts: each changed digit of an amount in the totals is found', () => {
  fc.assert(
    fc.property(makeReceiptArbitrary('E33'), fc.nat(), (receipt, choice) => {
      const text = makeReceiptXml(receipt)
      const amounts = [...text.matchAll(/(?<=<(?:Monto(?:Gravado|Exento|Total)|TotalITBIS)\w*>)\d+\.\d(?=\d<)/g)]
      const { index, 0: start } = amounts[choice % amounts.length] ?? { index: 0, 0: '' }
      const place = index + start.length
      const digit = (Number(text[place]) + 1 + (choice % 9)) % 10
      expect(listViolations(`${text.slice(0, place)}${digit}${text.slice(place + 1)}`)).not.toEqual([])
    }),
  )
})
