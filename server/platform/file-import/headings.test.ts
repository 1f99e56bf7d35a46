import { expect, test } from 'vitest'
import { clientTitles } from '../../members/clients/import/titles.ts'
import { productTitles } from '../../till/products/import/titles.ts'
import { findHeadings, type Titles } from './headings.ts'

test.each([
  ['Nombre', 'name'],
  ['NOMBRE Y APELLIDOS', 'name'],
  ['Full Name', 'name'],
  ['Apellidos', 'last_name'],
  ['Apellido paterno', 'last_name'],
  ['Apellido materno', 'second_last_name'],
  ['N.º', 'id_zkteco'],
  ['No. de socio', 'id_zkteco'],
  ['User ID', 'id_zkteco'],
  ['Nº tarjeta', 'card_number'],
  ['Card No', 'card_number'],
  ['Teléfono (WhatsApp)', 'phone_number'],
  ['Celular:', 'phone_number'],
  ['Mobile', 'phone_number'],
  ['Correo electrónico', 'email'],
  ['E-mail', 'email'],
  ['Fecha de Nacimiento', 'birth_date'],
  ['DOB', 'birth_date'],
  ['Dirección', 'address'],
  ['Membresía', 'plan'],
  ['Membership type', 'plan'],
  ['Fecha de inscripción', 'start_date'],
  ['Join date', 'start_date'],
  ['Vence', 'expires'],
  ['Fecha de Vencimiento', 'expires'],
  ['Expiration Date', 'expires'],
  ['Observaciones', 'notes'],
  ['Tel. / Cel.', 'phone_number'],
  ['Casa / Celular', 'phone_number'],
  ['id reloj', 'id_zkteco'],
  ['Fecha Pago', 'start_date'],
  ['Cédula', null],
  ['Cédula / RNC', null],
  ['', null],
])('of a client: %s', (heading, field) => {
  expect(findHeadings([[heading]], clientTitles, null).fields).toEqual([field])
})

test('import titles: are found below other lines, and the first column of a kind counts', () => {
  const rows = [
    ['GIMNASIO QUISQUEYA', null, null, null],
    [null, null, null, null],
    ['Nombre', 'Teléfono', 'Celular', 'Vence'],
    ['Ana', '809', '829', '1/1/2027'],
  ]
  expect(findHeadings(rows, clientTitles, null)).toEqual({
    at: 2,
    titles: ['Nombre', 'Teléfono', 'Celular', 'Vence'],
    fields: ['name', 'phone_number', null, 'expires'],
    readings: [null, null, null, null],
  })
})

test('import titles: of two rows with merged cells the lower one counts', () => {
  const rows = [
    ['Nombre', 'Contacto', null, 'Membresía', null],
    [null, 'Teléfono', 'Correo', 'Inicio', 'Vence'],
    ['Ana', '809', null, '1/1/2026', '1/1/2027'],
  ]
  expect(findHeadings(rows, clientTitles, null)).toMatchObject({
    at: 1,
    titles: ['Nombre', 'Teléfono', 'Correo', 'Inicio', 'Vence'],
    fields: ['name', 'phone_number', 'email', 'start_date', 'expires'],
  })
  // These are values, not headings.
  const product = [
    ['Producto', 'Unidad', null],
    ['Barra', 'Unidad', 'Nevera'],
  ]
  expect(findHeadings(product, productTitles, null)).toMatchObject({ at: 0, fields: ['name', 'unit_of_measure', null] })
})

test.each([
  ['of a client', clientTitles],
  ['of a product', productTitles],
])('headings: each known word %s names exactly one column', (_, known) => {
  const meant = new Map<string, string>()
  for (const [field, words] of known.words as Titles<string>['words'])
    for (const word of words.split('|')) {
      expect(findHeadings([[word.toUpperCase()]], known as Titles<string>, null).fields, word).toEqual([
        meant.get(word) ?? field,
      ])
      if (!meant.has(word)) meant.set(word, field)
    }
})

test('a column that counts the rows is no number of anybody, unless a person says so', () => {
  const rows = (heading: string, ...numbers: (string | number | null)[]) => [
    [heading, 'Nombre'],
    ...numbers.map((number) => [number, 'Ana']),
  ]
  const read = (...given: Parameters<typeof rows>) => findHeadings(rows(...given), clientTitles, null)
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
  expect(findHeadings(rows('No.', 1, 2, 3), clientTitles, ['id_zkteco', 'name'])).toMatchObject({
    fields: ['id_zkteco', 'name'],
    readings: [null, null],
  })
})

test('import titles: a column that numbers the rows of several pages is no PIN', () => {
  const head = [['GIMNASIO QUISQUEYA'], ['Mayo'], ['No.', 'Nombre', 'Teléfono']]
  const page = (...numbers: number[]) => [...head, ...numbers.map((number) => [number, 'Ana', '809'])]
  const read = (...rows: (string | number)[][]) => findHeadings(rows, clientTitles, null)
  const [fields, counted] = [
    [null, 'name', 'phone_number'],
    ['row-count', null, null],
  ]
  expect(read(...page(1, 2), ...page(3, 4), ...page(5))).toMatchObject({ at: 2, fields, readings: counted })
  expect(read(...page(1, 2), ...page(3, 4), ['Total: 4'])).toMatchObject({ fields })
  expect(read(...page(1, 2), ...page(1, 2))).toMatchObject({ fields, readings: counted })
  expect(read(...page(1, 3), ...page(4, 5))).toMatchObject({ fields: ['id_zkteco', 'name', 'phone_number'] })
})

test('import titles: the person’s choice of columns wins', () => {
  const rows = [
    ['Quién', 'Qué'],
    ['Ana', '809'],
  ]
  expect(findHeadings(rows, clientTitles, null).fields).toEqual([null, null])
  expect(findHeadings(rows, clientTitles, ['name']).fields).toEqual(['name', null])
})

test.each([
  ['Nombre', 'name'],
  ['Nombre del producto', 'name'],
  ['ARTÍCULO', 'name'],
  ['Descripción', 'name'],
  ['Product Name', 'name'],
  ['Código', 'code'],
  ['Cód. Barras', 'code'],
  ['SKU', 'code'],
  ['Barcode', 'code'],
  ['Ref.', 'code'],
  ['Precio', 'sale_price'],
  ['Precio de venta', 'sale_price'],
  ['PRECIO (RD$)', 'sale_price'],
  ['P.V.P.', 'sale_price'],
  ['Unit price', 'sale_price'],
  ['Costo', 'cost'],
  ['Precio de compra', 'cost'],
  ['Último precio de compra', 'cost'],
  ['Cost per item', 'cost'],
  ['Existencia', 'quantity'],
  ['Cantidad actual', 'quantity'],
  ['Cant.', 'quantity'],
  ['Conteo físico', 'quantity'],
  ['Stock', 'quantity'],
  ['Qty on hand', 'quantity'],
  ['Cantidad mínima', 'min_quantity'],
  ['Punto de reorden', 'min_quantity'],
  ['Reorder level', 'min_quantity'],
  ['Unidad', 'unit_of_measure'],
  ['U/M', 'unit_of_measure'],
  ['Unit of measure', 'unit_of_measure'],
  ['Categoría', 'description'],
  ['Departamento', 'description'],
  ['Category', 'description'],
  ['Marca', 'description'],
  ['ITBIS', null],
  ['Total', null],
  ['', null],
])('of a product: %s', (heading, field) => {
  expect(findHeadings([[heading]], productTitles, null).fields).toEqual([field])
})

test.each([
  // The better match takes the field; the other gets its second choice.
  [
    ['Descripción', 'Producto'],
    ['description', 'name'],
  ],
  [
    ['Código', 'Descripción', 'Categoría'],
    ['code', 'name', 'description'],
  ],
  [
    ['Código', 'Código de barras', 'Nombre'],
    [null, 'code', 'name'],
  ],
  [
    ['Categoría', 'Descripción', 'Nombre'],
    [null, 'description', 'name'],
  ],
  [
    ['Nombre', 'Inventario inicial', 'Entradas', 'Salidas', 'Existencia'],
    ['name', null, null, null, 'quantity'],
  ],
  [
    ['Nombre', 'Precio unitario', 'Precio de venta'],
    ['name', null, 'sale_price'],
  ],
  [
    ['Nombre', 'Cantidad', 'Disponible', 'Venta', 'Precio (RD$)'],
    ['name', null, 'quantity', null, 'sale_price'],
  ],
  [
    ['Artículo', 'Precio compra', 'Precio venta', 'Cant', 'Mín'],
    ['name', 'cost', 'sale_price', 'quantity', 'min_quantity'],
  ],
])('columns of one kind: %j', (headings, fields) => {
  expect(findHeadings([headings], productTitles, null).fields).toEqual(fields)
})
