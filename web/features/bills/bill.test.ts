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
