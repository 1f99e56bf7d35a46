import { expect, test } from 'vitest'
import { clientColumnTitles } from '../../members/clients/import/handlers.ts'
import { productColumnTitles } from '../../till/products/import/handlers.ts'
import { type ColumnTitles, findHeadingRow } from './headings.ts'

test.each([
  ['name', ['Nombre', 'NOMBRE Y APELLIDOS', 'Full Name']],
  ['last_name', ['Apellidos', 'Apellido paterno']],
  ['second_last_name', ['Apellido materno']],
  ['id_zkteco', ['N.º', 'No. de socio', 'User ID', 'id reloj']],
  ['card_number', ['Nº tarjeta', 'Card No']],
  ['phone_number', ['Teléfono (WhatsApp)', 'Celular:', 'Mobile', 'Tel. / Cel.', 'Casa / Celular']],
  ['email', ['Correo electrónico', 'E-mail']],
  ['birth_date', ['Fecha de Nacimiento', 'DOB']],
  ['address', ['Dirección']],
  ['plan', ['Membresía', 'Membership type']],
  ['start_date', ['Fecha de inscripción', 'Join date', 'Fecha Pago']],
  ['expires', ['Vence', 'Fecha de Vencimiento', 'Expiration Date']],
  ['notes', ['Observaciones']],
  ['tax_id', ['Cédula', 'Cédula / RNC']],
  [null, ['']],
])('import titles: recognises the client column %s', (field, headings) => {
  for (const heading of headings)
    expect(findHeadingRow([[heading]], clientColumnTitles, null).fields, heading).toEqual([field])
})

test.each([
  ['name', ['Nombre', 'Nombre del producto', 'ARTÍCULO', 'Descripción', 'Product Name']],
  ['code', ['Código', 'Cód. Barras', 'SKU', 'Barcode', 'Ref.']],
  ['sale_price', ['Precio', 'Precio de venta', 'PRECIO (RD$)', 'P.V.P.', 'Unit price']],
  ['cost', ['Costo', 'Precio de compra', 'Último precio de compra', 'Cost per item']],
  ['quantity', ['Existencia', 'Cantidad actual', 'Cant.', 'Conteo físico', 'Stock', 'Qty on hand']],
  ['min_quantity', ['Cantidad mínima', 'Punto de reorden', 'Reorder level']],
  ['unit_of_measure', ['Unidad', 'U/M', 'Unit of measure']],
  ['description', ['Categoría', 'Departamento', 'Category', 'Marca']],
  ['tax_class', ['ITBIS']],
  [null, ['Total', '']],
])('import titles: recognises the product column %s', (field, headings) => {
  for (const heading of headings)
    expect(findHeadingRow([[heading]], productColumnTitles, null).fields, heading).toEqual([field])
})

test('import titles: found below other lines, and the first of two similar columns counts', () => {
  const rows = [
    ['GIMNASIO QUISQUEYA', null, null, null],
    [null, null, null, null],
    ['Nombre', 'Teléfono', 'Celular', 'Vence'],
    ['Ana', '809', '829', '1/1/2027'],
  ]
  expect(findHeadingRow(rows, clientColumnTitles, null)).toEqual({
    at: 2,
    titles: ['Nombre', 'Teléfono', 'Celular', 'Vence'],
    fields: ['name', 'phone_number', null, 'expires'],
    readings: [null, null, null, null],
  })
})

test.each([
  ['of a client', clientColumnTitles],
  ['of a product', productColumnTitles],
])('import titles: each known title %s stands for exactly one field', (_, known) => {
  const meant = new Map<string, string>()
  for (const [field, words] of known.words as ColumnTitles<string>['words'])
    for (const word of words.split('|')) {
      expect(findHeadingRow([[word.toUpperCase()]], known as ColumnTitles<string>, null).fields, word).toEqual([
        meant.get(word) ?? field,
      ])
      if (!meant.has(word)) meant.set(word, field)
    }
})

test('import titles: a column of consecutive row numbers is no PIN unless the user chooses it', () => {
  const rows = (heading: string, ...numbers: (string | number | null)[]) => [
    [heading, 'Nombre'],
    ...numbers.map((number) => [number, 'Ana']),
  ]
  const read = (...given: Parameters<typeof rows>) => findHeadingRow(rows(...given), clientColumnTitles, null)
  expect(read('No.', 1, 2, null, 3)).toMatchObject({ fields: [null, 'name'], readings: ['row-count', null] })
  expect(read('N.º', '1', '2', '3', 'Total')).toMatchObject({ fields: [null, 'name'] })
  for (const other of [
    read('No.', 1, 2, 4),
    read('No.', 2, 3, 4),
    read('No.', 1, 2),
    read('No.', 1, 'A7', 2, 'A8', 3),
    read('No.', '001', '002', '003'),
    read('No. de socio', 1, 2, 3),
    read('Código', 1, 2, 3),
    read('User ID', 1, 2, 3),
  ])
    expect(other).toMatchObject({ fields: ['id_zkteco', 'name'], readings: [null, null] })
  expect(findHeadingRow(rows('No.', 1, 2, 3), clientColumnTitles, ['id_zkteco', 'name'])).toMatchObject({
    fields: ['id_zkteco', 'name'],
    readings: [null, null],
  })
})

test('import titles: a column of row numbers that restart on each page is no PIN', () => {
  const head = [['GIMNASIO QUISQUEYA'], ['Mayo'], ['No.', 'Nombre', 'Teléfono']]
  const page = (...numbers: number[]) => [...head, ...numbers.map((number) => [number, 'Ana', '809'])]
  const read = (...rows: (string | number)[][]) => findHeadingRow(rows, clientColumnTitles, null)
  const [fields, counted] = [
    [null, 'name', 'phone_number'],
    ['row-count', null, null],
  ]
  expect(read(...page(1, 2), ...page(3, 4), ...page(5))).toMatchObject({ at: 2, fields, readings: counted })
  expect(read(...page(1, 2), ...page(3, 4), ['Total: 4'])).toMatchObject({ fields })
  expect(read(...page(1, 2), ...page(1, 2))).toMatchObject({ fields, readings: counted })
  expect(read(...page(1, 3), ...page(4, 5))).toMatchObject({ fields: ['id_zkteco', 'name', 'phone_number'] })
})

test('import titles: the user’s choice of columns has priority', () => {
  const rows = [
    ['Quién', 'Qué'],
    ['Ana', '809'],
  ]
  expect(findHeadingRow(rows, clientColumnTitles, null).fields).toEqual([null, null])
  expect(findHeadingRow(rows, clientColumnTitles, ['name']).fields).toEqual(['name', null])
})

// The column that matches a field better gets that field, and the other column its second choice.
test.each([
  ['Descripción:description Producto:name'],
  ['Código:code Descripción:name Categoría:description'],
  ['Código: Código de barras:code Nombre:name'],
  ['Categoría: Descripción:description Nombre:name'],
  ['Nombre:name Inventario inicial: Entradas: Salidas: Existencia:quantity'],
  ['Nombre:name Precio unitario: Precio de venta:sale_price'],
  ['Nombre:name Cantidad: Disponible:quantity Venta: Precio (RD$):sale_price'],
  ['Artículo:name Precio compra:cost Precio venta:sale_price Cant:quantity Mín:min_quantity'],
])('import titles: of two similar columns the better match gets the field (%s)', (written) => {
  const columns = [...written.matchAll(/([^:]+):(\w*) ?/g)]
  const headings = columns.map(([, heading = '']) => heading)
  expect(findHeadingRow([headings], productColumnTitles, null).fields).toEqual(
    columns.map(([, , field]) => field || null),
  )
})
