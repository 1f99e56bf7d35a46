import type { Product } from '@torniquete/contract/till/products.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addProductToLines,
  clearLineTaxes,
  computeDraftAmounts,
  computeDraftLineAmounts,
  type DraftLine,
  findLineErrors,
  findLineProductErrors,
  sumIncludedTax,
  toPurchaseItems,
  toSaleItems,
  updateLinesFromProducts,
} from './draft-lines.ts'

const product = (more: Partial<Product> = {}): Product => ({
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
  ...more,
})
const line = (more: Partial<DraftLine> = {}): DraftLine => ({
  product: product(),
  quantity: 1,
  unit_price: '14.00',
  discount: '',
  tax: '',
  ...more,
})

/** Rounds the fraction `n / d` half up; `n` and `d` must not be negative. */
const rounded = (n: bigint, d: bigint) => (2n * n + d) / (2n * d)
const decimal = (hundredths: number) => (hundredths / 100).toFixed(2)
const inCents = (text: string) => BigInt(text.replace('.', ''))

const typedLine = fc.record({
  quantity: fc.integer({ min: 1, max: 100_000 }),
  price: fc.integer({ min: 0, max: 99_999_99 }),
  discount: fc.integer({ min: 0, max: 10_000 }),
  tax: fc.integer({ min: 0, max: 10_000 }),
})

test('draft totals: computed exactly, with each discount and tax rounded to the cent', () => {
  fc.assert(
    fc.property(fc.array(typedLine, { minLength: 1, maxLength: 20 }), (typed) => {
      const lines = typed.map(({ quantity, price, discount, tax }, id) =>
        line({
          product: product({ id, sale_price: decimal(price) }),
          quantity: String(quantity),
          unit_price: decimal(price),
          discount: discount / 100,
          tax: decimal(tax),
        }),
      )
      const exact = typed.map(({ quantity, price, discount, tax }) => {
        const amount = BigInt(quantity) * BigInt(price)
        return amount - rounded(amount * BigInt(discount), 10_000n) + rounded(amount * BigInt(tax), 10_000n)
      })
      for (const kind of ['sale', 'purchase'] as const) {
        expect(inCents(computeDraftAmounts(kind, lines).total)).toBe(exact.reduce((sum, each) => sum + each, 0n))
        expect(lines.map((each) => inCents(computeDraftLineAmounts(kind, each).total))).toEqual(exact)
      }
    }),
  )
})

test('draft lines: adding a product again increases its quantity', () => {
  const twice = addProductToLines(addProductToLines([], product()), product())
  expect(twice).toMatchObject([{ quantity: 2 }])
  const other = addProductToLines(twice, product({ id: 2 }))
  expect(other.map(({ quantity }) => quantity)).toEqual([2, 1])
  expect(addProductToLines([line({ quantity: '' })], product())).toMatchObject([{ quantity: 1 }])
})

test('draft lines: requests contain numbers, and a unit price only for purchases', () => {
  const lines = [line({ quantity: '3', discount: '10.5', tax: 18, unit_price: 12.5 })]
  expect(toSaleItems(lines)).toEqual([{ id_product: 1, quantity: 3, discount: 10.5, tax: 18 }])
  expect(toPurchaseItems(lines)).toEqual([{ id_product: 1, quantity: 3, discount: 10.5, tax: 18, unit_price: '12.50' }])
})

test.each<[string, Partial<DraftLine>, string, string]>([
  ['an empty quantity', { quantity: '' }, 'quantity', 'Este campo es requerido'],
  ['none at all', { quantity: 0 }, 'quantity', 'Debe ser al menos 1'],
  ['half a piece', { quantity: '1.5' }, 'quantity', 'Debe ser un número entero'],
  ['a code', { quantity: '746012345678' }, 'quantity', 'Debe ser como máximo 1,000,000'],
  ['a negative one', { quantity: -2 }, 'quantity', 'No puede ser negativo'],
  ['more than there is', { quantity: 6 }, 'quantity', 'No hay suficiente existencia de Agua: quedan 5'],
  [
    'more than 1,234',
    { product: product({ quantity: 1234 }), quantity: 1235 },
    'quantity',
    'No hay suficiente existencia de Agua: quedan 1,234',
  ],
  ['no price', { product: product({ sale_price: null }) }, 'id_product', 'Agua no tiene precio de venta'],
  ['a price of nothing', { product: product({ sale_price: '0.00' }) }, 'id_product', 'Agua no tiene precio de venta'],
  ['a deleted product', { gone: true }, 'id_product', 'Este producto ya no existe.'],
  ['more than all', { discount: 101 }, 'discount', 'Debe ser un porcentaje de 0 a 100 con dos decimales'],
  ['a third decimal', { tax: '1.005' }, 'tax', 'Debe ser un porcentaje de 0 a 100 con dos decimales'],
])('draft lines: a sale with %s is rejected before it is sent', (_, wrong, field, message) => {
  expect(findLineErrors('sale', [line(wrong)])).toEqual({ [`items.0.${field}`]: message })
})

test('purchase lines: a price is required, and products not for sale are accepted', () => {
  const unsold = product({ sale_price: null, quantity: 0 })
  expect(findLineErrors('purchase', [line({ product: unsold, quantity: 600 })])).toEqual({})
  expect(findLineErrors('purchase', [line({ unit_price: '' })])).toEqual({
    'items.0.unit_price': 'Este campo es requerido',
  })
})

test('draft lines: at least one line and a total that fits the database are required', () => {
  expect(findLineErrors('sale', [])).toEqual({ items: 'Agrega al menos un producto' })
  const dear = line({ product: product({ sale_price: '9999999999.00', quantity: 9 }), quantity: 2 })
  expect(findLineProductErrors('sale', [dear])).toEqual({ items: 'El total de la factura es demasiado grande.' })
})

test('draft lines: updated with the server’s current stock and price', () => {
  const sold = updateLinesFromProducts([line({ quantity: 3 })], [product({ quantity: 2, sale_price: '30.00' })], [])
  expect(findLineProductErrors('sale', sold)).toEqual({
    'items.0.quantity': 'No hay suficiente existencia de Agua: quedan 2',
  })
  expect(computeDraftAmounts('sale', sold).total).toBe('90.00')
  expect(updateLinesFromProducts([line()], [], [product().id])).toMatchObject([{ gone: true }])
  expect(updateLinesFromProducts([line()], [], [])).toMatchObject([{ gone: false }])
})

test('included tax: counts each line after its discount, and the membership sold with them', () => {
  const lines = [
    line({ product: product({ sale_price: '118.00' }), quantity: 2, discount: 50 }),
    line({ product: product({ tax_class: 'exempt' }), quantity: 3 }),
  ]
  expect(sumIncludedTax(lines, null)).toBe('18.00')
  expect(sumIncludedTax(lines, { tax_class: '16', total: '116.00', included_tax: '16.00' })).toBe('34.00')
  expect(sumIncludedTax([], null)).toBe('0.00')
})

test('included tax: a tax on top, typed before the gym had a country, is dropped', () => {
  expect(toSaleItems(clearLineTaxes([line({ tax: 18 })]))).toMatchObject([{ tax: 0 }])
})
