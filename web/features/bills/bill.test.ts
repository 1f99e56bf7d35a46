import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Bill } from './Bill.tsx'

test('bill: quantities have the same thousands separators as amounts', () => {
  const line = { name: 'Agua', quantity: 12_500, unit_price: '1250.00', discount: 10.5, tax: 0 }
  const bill = { issuer: {}, title: 'Factura', number: 7, facts: [], lines: [line], total: '13984375.00', voided: null }
  const drawn = renderToStaticMarkup(createElement(Bill, { bill }))
  const cells = [...drawn.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replace(/<span.*<\/span>/, ''))
  expect(cells).toEqual(['Agua', '12,500', '$ 1,250.00', '10.5 %', '—', '$ 13,984,375.00'])
})

test('bill: a fiscal receipt shows its number, E left of exempt lines, and no tax on top', () => {
  const line = { name: 'Clase', quantity: 1, unit_price: '50.00', discount: 0, tax: 0, isExempt: true }
  const fiscal = {
    typeName: 'Factura de Consumo',
    ncf: 'B0200000001',
    heading: [{ label: 'Válida hasta', value: '31/12/2027' }],
    totals: [{ label: 'ITBIS 18 %', value: '$ 36.00' }],
    remark: null,
  }
  const lines = [line, { ...line, name: 'Agua', isExempt: false }]
  const bill = { issuer: {}, title: 'Factura', number: 7, facts: [], lines, total: '100.00', voided: null, fiscal }
  const text = renderToStaticMarkup(createElement(Bill, { bill }))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  for (const part of ['Factura de Consumo NCF B0200000001 Válida hasta 31/12/2027', 'E Clase', 'ITBIS 18 % $ 36.00'])
    expect(text).toContain(part)
  expect(text).not.toMatch(/E Agua|Impuesto/)
})
