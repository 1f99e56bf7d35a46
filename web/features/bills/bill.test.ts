import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeQrCodePath } from '../../kit/QrCode.tsx'
import { Bill, ReceiptQrCode } from './Bill.tsx'

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
    electronic: null,
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
  expect(text).not.toMatch(/E Agua|Impuesto|Electrónico/)
})

test('bill: an electronic receipt shows its QR code, signature and legend', async () => {
  const electronic = {
    qr: 'https://fc.dgii.gov.do/ecf/consultatimbrefc?ENCF=E320000000001',
    signature: [{ label: 'Código de seguridad', value: 'aB3/+x' }],
    legend: 'Consulte su validez después de 24 horas',
  }
  const fiscal = {
    typeName: 'Factura de Consumo Electrónica',
    ncf: 'E320000000001',
    electronic,
    heading: [],
    totals: [],
    remark: null,
  }
  const bill = { issuer: {}, title: 'Factura', number: 7, facts: [], lines: [], total: '0.00', voided: null, fiscal }
  const draw = () => renderToStaticMarkup(createElement(Bill, { bill }))
  expect(draw()).toContain('data-unprintable')
  await ReceiptQrCode.preload()
  const drawn = draw()
  expect(drawn).toContain(`d="${makeQrCodePath(electronic.qr).path}"`)
  const text = drawn.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  for (const part of [
    'Comprobante Fiscal Electrónico Factura de Consumo Electrónica e-NCF E320000000001',
    'Código de seguridad aB3/+x Consulte su validez después de 24 horas',
  ])
    expect(text).toContain(part)
})
