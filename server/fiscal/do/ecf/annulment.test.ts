import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeAnnulmentXml } from './annulment.ts'
import { findElementText, listElements, parseXml, type XmlElement } from './parse-xml.ts'

const shared = { taxId: '131246796', createdAt: new Date('2026-12-01T02:30:00Z') }
const show = (type: string, sequence: number) => `${type}${String(sequence).padStart(10, '0')}`

test('annulment: the exact text, ranges joined and sorted by type', () => {
  const ranges = [
    { from: 'E320000000010', to: 'E320000000012' },
    { from: 'E310000000005', to: 'E310000000005' },
    { from: 'E320000000013', to: 'E320000000013' },
    { from: 'E320000000001', to: 'E320000000001' },
  ]
  expect(makeAnnulmentXml({ ...shared, ranges })).toBe(
    '<?xml version="1.0" encoding="utf-8"?><ANECF><Encabezado><Version>1.0</Version><RncEmisor>131246796</RncEmisor>' +
      '<CantidadeNCFAnulados>6</CantidadeNCFAnulados>' +
      '<FechaHoraAnulacioneNCF>30-11-2026 22:30:00</FechaHoraAnulacioneNCF></Encabezado><DetalleAnulacion>' +
      '<Anulacion><NoLinea>1</NoLinea><TipoeCF>31</TipoeCF><TablaRangoSecuenciasAnuladaseNCF><Secuencias>' +
      '<SecuenciaeNCFDesde>E310000000005</SecuenciaeNCFDesde><SecuenciaeNCFHasta>E310000000005</SecuenciaeNCFHasta>' +
      '</Secuencias></TablaRangoSecuenciasAnuladaseNCF><CantidadeNCFAnulados>1</CantidadeNCFAnulados></Anulacion>' +
      '<Anulacion><NoLinea>2</NoLinea><TipoeCF>32</TipoeCF><TablaRangoSecuenciasAnuladaseNCF><Secuencias>' +
      '<SecuenciaeNCFDesde>E320000000001</SecuenciaeNCFDesde><SecuenciaeNCFHasta>E320000000001</SecuenciaeNCFHasta>' +
      '</Secuencias><Secuencias><SecuenciaeNCFDesde>E320000000010</SecuenciaeNCFDesde>' +
      '<SecuenciaeNCFHasta>E320000000013</SecuenciaeNCFHasta></Secuencias></TablaRangoSecuenciasAnuladaseNCF>' +
      '<CantidadeNCFAnulados>5</CantidadeNCFAnulados></Anulacion></DetalleAnulacion></ANECF>',
  )
})

const range = fc
  .record({
    type: fc.constantFrom('E31', 'E32', 'E33', 'E34', 'E41', 'E43', 'E44', 'E45'),
    first: fc.integer({ min: 1, max: 500 }),
    size: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ type, first, size }) => ({
    type,
    numbers: Array.from({ length: size }, (_, index) => show(type, first + index)),
  }))

test('annulment: random ranges annul exactly their numbers', () => {
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 30 }), (ranges) => {
      const texts = ranges.map(({ numbers }) => ({ from: numbers[0] ?? '', to: numbers.at(-1) ?? '' }))
      const root = parseXml(makeAnnulmentXml({ ...shared, ranges: texts })) as XmlElement
      const count = Number(findElementText(root, 'Encabezado/CantidadeNCFAnulados'))
      expect(count).toBe(new Set(ranges.flatMap(({ numbers }) => numbers)).size)
      const types = listElements(root, 'DetalleAnulacion/Anulacion/TipoeCF').map(({ text }) => text)
      expect(types).toEqual([...new Set(ranges.map(({ type }) => type.slice(1)))].sort())
    }),
  )
})

test('annulment: wrong ranges are refused', () => {
  const wrong = [
    [],
    [{ from: 'E310000000009', to: 'E310000000001' }],
    [{ from: 'E310000000001', to: 'E320000000002' }],
    [{ from: 'B0100000001', to: 'B0100000002' }],
    [{ from: 'E310000000000', to: 'E310000000002' }],
  ]
  for (const ranges of wrong) expect(() => makeAnnulmentXml({ ...shared, ranges })).toThrow()
})
