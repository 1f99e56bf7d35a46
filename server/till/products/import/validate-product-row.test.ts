import { expect, test } from 'vitest'
import { findHeadingRow } from '../../../platform/file-import/headings.ts'
import type { TableRow } from '../../../platform/file-import/read-table.ts'
import { validateRows } from '../../../platform/file-import/validate-rows.ts'
import { productColumnTitles } from './handlers.ts'
import { type ExistingProduct, makeProductRowRules } from './validate-product-row.ts'

const judged = (rows: readonly TableRow[], products: readonly ExistingProduct[] = []) =>
  validateRows(rows, findHeadingRow(rows, productColumnTitles, null), 'name', makeProductRowRules(products), 'UTC')

test('product rows: a value is read from every column', async () => {
  const { ready } = await judged([
    ['Código', 'Nombre', 'Descripción', 'Unidad', 'Costo', 'Precio', 'Cantidad', 'Mínimo', 'ITBIS'],
    [7_460_000_000_011, 'Agua', 'Botella 500 ml', 'Botella', 'RD$ 15.50', '35', 24, '12', 'Exento'],
    [null, 'Toalla', null, null, null, null, null, null, null],
  ])
  expect(ready).toEqual([
    {
      row: 2,
      name: 'Agua',
      code: '7460000000011',
      description: 'Botella 500 ml',
      unit_of_measure: 'Botella',
      cost: '15.50',
      sale_price: '35.00',
      quantity: 24,
      min_quantity: 12,
      tax_class: 'exempt',
    },
  ])
})

test.each([
  ['exento', 'exempt'],
  ['E', 'exempt'],
  ['0', '0'],
  [16, '16'],
  ['18 %', '18'],
  ['18.00', '18'],
  [0.18, '18'],
  [null, '18'],
])('product rows: ITBIS %j is read as tax class %s', async (cell, tax_class) => {
  const { ready } = await judged([
    ['Nombre', 'Precio', 'ITBIS'],
    ['Agua', '35', cell],
  ])
  expect(ready).toMatchObject([{ tax_class }])
})

test('product rows: a lone name is a product in a list of names, a heading in a list of prices', async () => {
  expect((await judged([['Producto'], ['Agua'], ['Toalla']])).ready).toMatchObject([
    { name: 'Agua', unit_of_measure: 'Unidad', sale_price: null, quantity: null },
    { name: 'Toalla' },
  ])
  const { ready, rejected } = await judged([
    ['Producto', 'Precio', 'Existencia'],
    ['BEBIDAS', null, null],
    ['Agua', 35, 10],
    ['Total de bebidas', null, 10],
    ['TOTAL', 35, 10],
    [null, null, 10],
  ])
  expect(ready.map(({ name }) => name)).toEqual(['Agua'])
  expect(rejected).toMatchObject([
    { row: 2, name: 'BEBIDAS', reasons: ['Solo dice el nombre: parece el título de un grupo'] },
    { row: 6, reasons: ['Nombre: Este campo es requerido'] },
  ])
})

test.each([
  [{ Nombre: '', Precio: '50' }, ['Nombre: Este campo es requerido']],
  [{ Nombre: 'A'.repeat(51), Precio: '50' }, ['Nombre: Como máximo 50 caracteres']],
  [{ Nombre: 'Agua', Precio: 'gratis' }, ['Precio de venta: Debe ser un importe']],
  [{ Nombre: 'Agua', Precio: '-5' }, ['Precio de venta: No puede ser negativo']],
  [{ Nombre: 'Agua', Costo: '15,5,0' }, ['Costo: Debe ser un importe']],
  [{ Nombre: 'Agua', ITBIS: '12' }, ['ITBIS: Debe ser exento, 0, 16 o 18']],
  [{ Nombre: 'Agua', Stock: '2.5' }, ['Existencia: Debe ser un número entero']],
  [{ Nombre: 'Agua', Stock: '5', Mínimo: 'pocos' }, ['Cantidad mínima: Debe ser un número entero']],
  [{ Nombre: 'Agua', Código: '7.46E+12' }, ['Código: Excel lo guardó abreviado']],
  [{ Nombre: 'Agua', Código: 'x'.repeat(51) }, ['Código: Como máximo 50 caracteres']],
  [{ Nombre: 'Agua', Precio: '5', Unidad: 'u'.repeat(21) }, ['Unidad: Como máximo 20 caracteres']],
  [{ Nombre: 'Agua', Precio: '5', Categoría: 'c'.repeat(21) }, ['Descripción: Como máximo 20 caracteres']],
  [{ Nombre: 'Agua', Precio: 'x', Stock: 'y' }, ['Precio de venta: Debe ser', 'Existencia: Debe ser']],
])('import rows: a row with an invalid value is refused with a reason (%j)', async (cells, reasons) => {
  const { ready, rejected } = await judged([Object.keys(cells), Object.values(cells)])
  expect(ready).toEqual([])
  expect(rejected[0]?.reasons).toEqual(reasons.map((reason) => expect.stringContaining(reason)))
})

test.each<[string, Record<string, string>, ExistingProduct, string | null]>([
  ['the same name', {}, { name: 'Agua', code: null }, 'Ya está en el inventario'],
  ['written otherwise', {}, { name: 'ÁGUA', code: 'A1' }, 'Ya está en el inventario'],
  ['the same code', { Código: 'A1' }, { name: 'Agua', code: 'A1' }, 'Ya está en el inventario'],
  ['another code', { Código: 'A2' }, { name: 'Agua', code: 'A1' }, null],
])('import rows: recognizes a product that the gym already has (%s)', async (_, cells, product, told) => {
  const rows = [
    ['Nombre', 'Precio', ...Object.keys(cells)],
    ['Agua', '5', ...Object.values(cells)],
  ]
  const { ready, present } = await judged(rows, [product])
  expect(present.map(({ reasons }) => reasons)).toEqual(told ? [[told]] : [])
  expect(ready).toHaveLength(told ? 0 : 1)
})

test("product rows: a code in use is refused with its owner's name, repeated rows are read once", async () => {
  const rows = [
    ['Nombre', 'Código', 'Precio'],
    ['Agua', 'A1', 5],
    ['Café', 'B1', 5],
    ['Té', 'B1', 5],
    ['café', null, 5],
  ]
  const { ready, present, rejected } = await judged(rows, [{ name: 'Jugo', code: 'A1' }])
  expect(ready.map(({ name }) => name)).toEqual(['Café'])
  expect(rejected.map(({ reasons }) => reasons)).toEqual([['Código: Ya es de Jugo'], ['Código: Ya está en la fila 3']])
  expect(present).toEqual([{ row: 5, name: 'café', reasons: ['Repite la fila 3'] }])
})

test('product rows: a repeated row is skipped only if it adds no information', async () => {
  const rows = [
    ['Nombre', 'Código', 'Precio', 'Existencia'],
    ['Proteína', null, 100, 5],
    ['Proteína', null, '100.00', 5],
    ['proteína', null, null, 5],
    ['Proteína', null, 150, 5],
    ['Proteína', null, 100, 8],
    ['Proteína', 'P1', 100, 8],
  ]
  const { ready, present, rejected } = await judged(rows)
  expect(ready.map(({ row }) => row)).toEqual([2])
  expect(present.map(({ row }) => row)).toEqual([3, 4])
  const again = ['Repite la fila 2 con otros datos']
  expect(rejected.map(({ row, reasons }) => [row, reasons])).toEqual([5, 6, 7].map((row) => [row, again]))
})

test.each(['-3', '(3)', '3-', '−3', '-3.00'])(
  'product rows: negative stock is read as unknown, with a note: %s',
  async (quantity) => {
    const { ready, rejected, adjusted } = await judged([
      ['Producto', 'Precio', 'Existencia'],
      ['Agua', '40', quantity],
      ['Jugo', '50', '10'],
    ])
    expect(rejected).toEqual([])
    expect(ready).toMatchObject([
      { name: 'Agua', sale_price: '40.00', quantity: 0 },
      { name: 'Jugo', quantity: 10 },
    ])
    expect(adjusted).toEqual([{ row: 2, name: 'Agua', reasons: [`Existencia: dice ${quantity}, y entra con 0`] }])
  },
)

test('product rows: codes that differ only by leading zeros get a remark', async () => {
  const { ready, adjusted } = await judged([
    ['Producto', 'Código', 'Precio'],
    ['Agua', '123', '40'],
    ['Jugo', '="00123"', '50'],
  ])
  expect(ready).toMatchObject([{ code: '123' }, { code: '00123' }])
  expect(adjusted).toMatchObject([{ row: 3, name: 'Jugo', reasons: [expect.stringContaining('00123 y 123, de Agua')] }])
})
