import { MantineProvider } from '@mantine/core'
import type { Product } from '@torniquete/contract/till/products.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DraftTotals } from './DraftTotals.tsx'

const product: Product = {
  id: 1,
  name: 'Agua',
  description: null,
  unit_of_measure: 'botella',
  quantity: 5,
  min_quantity: null,
  sale_price: '25.00',
  last_purchase_price: '14.00',
  image_url: null,
  image_path: null,
  code: null,
}

test('bill totals: screen readers announce changes of the total only', () => {
  const lines = [{ product, quantity: 2, unit_price: '14.00', discount: 10, tax: 18 }]
  const totals = createElement(DraftTotals, { kind: 'sale', lines })
  const drawn = renderToStaticMarkup(createElement(MantineProvider, null, totals))
  expect(drawn).toContain('Subtotal')
  expect(drawn.match(/aria-live|role="(status|alert|log)"/g)).toEqual(['aria-live'])
  expect(drawn).toMatch(/aria-live="polite"[^>]*>Total \$ 54\.00</)
})
