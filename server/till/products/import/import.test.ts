// A file of products, as it is brought: shown, written with what was counted, brought again, undone.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ProductImportAnswer } from '@torniquete/contract/till/product-import.ts'
import { expect, test } from 'vitest'
import { makeParts } from '../../../platform/http/sheets.ts'
import { makeZip } from '../../../platform/http/zip.ts'
import { asOwner } from '../../../testing/digest.ts'
import { makeGym, makeProduct, makePurchase, makeSale, type TestGym } from '../../../testing/factories.ts'
import { rawCall, uploadOf } from '../../../testing/raw-call.ts'
import { startSecondServer } from '../../../testing/second-server.ts'
import { openTestApp } from '../../../testing/test-app.ts'

const app = await openTestApp({ SESSION_HOURS: '48' })

type File = string | Buffer
const send = ({ admin }: TestGym, file: File, fields: object = {}) =>
  rawCall(app.app, admin.token, 'products.import', { payload: uploadOf(file, { filename: 'inventario.xlsx', fields }) })

async function show(gym: TestGym, file: File, fields: object = {}): Promise<ProductImportAnswer> {
  const { status, json, text } = await send(gym, file, fields)
  expect(status, text).toBe(200)
  return json as ProductImportAnswer
}

async function bring(gym: TestGym, file: File): Promise<ProductImportAnswer> {
  const { digest } = await show(gym, file)
  return show(gym, file, { confirm: digest })
}

type Cell = string | number | null

/** An Excel file of texts and numbers; its first row is no other than the rest. */
const sheet = (rows: Cell[][]): Promise<Buffer> => {
  const [titles = [], ...below] = rows
  const width = Math.max(...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) => ({
    title: String(titles[at] ?? ''),
    type: below.some((row) => typeof row[at] === 'string') ? ('text' as const) : ('number' as const),
    value: (row: Cell[]) => row[at] ?? null,
  }))
  const chunks = (async function* () {
    yield below
  })()
  return buffer(Readable.from(makeZip(makeParts({ columns, chunks, zone: 'UTC' }))))
}

const productsOf = async ({ admin }: TestGym) =>
  (await admin.call('products.list', { query: { size_page: 1000 } })).items

const movementsOf = ({ gym }: TestGym) =>
  asOwner(app, async (owner) => {
    const { rows } = await owner.query(
      `select p.name, m.quantity, m.reason from stock_movements m join products p on p.gym_id = m.gym_id and p.id = m.id_product
       where m.gym_id = $1 order by m.id`,
      [gym.id],
    )
    return rows
  })

test('product import: writes the preview with stock, and a repeat creates nothing', async () => {
  const gym = await makeGym(app)
  const file = await sheet([
    ['Código', 'Artículo', 'Costo', 'Precio', 'Existencia'],
    ['7460000000011', 'Agua', '15.50', 'RD$ 35', '24'],
    ['', 'Toalla', '', '', '0'],
    ['', 'Té', '', 'caro', '3'],
  ])
  const shown = await show(gym, file)
  expect(shown).toMatchObject({
    ready: 2,
    stocked: 1,
    unpriced: 1,
    rejected: { count: 1, first: [{ row: 4, name: 'Té' }] },
    refusal: null,
    imported: null,
  })
  expect(await productsOf(gym)).toEqual([])
  const { imported } = await show(gym, file, { confirm: shown.digest })
  expect(imported).toMatchObject({ file_name: 'inventario.xlsx', count: 2 })
  expect(await productsOf(gym)).toMatchObject([
    { name: 'Agua', code: '7460000000011', sale_price: '35.00', last_purchase_price: '15.50', quantity: 24 },
    { name: 'Toalla', code: null, sale_price: null, last_purchase_price: null, quantity: 0 },
  ])
  expect(await movementsOf(gym)).toEqual([{ name: 'Agua', quantity: 24, reason: 'count' }])

  const again = await show(gym, file)
  expect(again).toMatchObject({
    ready: 0,
    present: { count: 2 },
    refusal: 'Todos los productos de este archivo ya están en el inventario.',
  })
  expect((await send(gym, file, { confirm: again.digest })).status).toBe(409)
  expect(await movementsOf(gym)).toHaveLength(1)
})

test('product import: a purchase’s cost wins until it is voided', async () => {
  const gym = await makeGym(app)
  await bring(gym, 'Nombre;Costo;Stock\nAgua;15,50;2')
  const [agua] = await productsOf(gym)
  const { id } = await makePurchase(gym, [{ id_product: agua?.id ?? 0, quantity: 10, unit_price: '18.00' }])
  expect(await productsOf(gym)).toMatchObject([{ last_purchase_price: '18.00', quantity: 12 }])
  await gym.admin.call('purchases.void', { params: { id }, body: { reason: 'Se equivocó' } })
  expect(await productsOf(gym)).toMatchObject([{ last_purchase_price: '15.50', quantity: 2 }])
})

test('product import: undo within a day, except products used since', async () => {
  const gym = await makeGym(app)
  const { imported } = await bring(gym, 'Nombre;Precio;Stock\nAgua;35;10\nBarra;150;5\nCafé;50;3\nDulce;5;')
  const [agua, , cafe] = await productsOf(gym)
  await makeSale(gym, [{ id_product: agua?.id ?? 0, quantity: 1 }])
  await gym.admin.call('products.update', { params: { id_product: cafe?.id ?? 0 }, body: { sale_price: '55' } })
  expect(await gym.admin.call('products.last-import')).toMatchObject({ last: { id: imported?.id, count: 4 } })
  const params = { id_import: imported?.id ?? 0 }
  expect(await gym.admin.call('products.undo-import', { params })).toEqual({ deleted: 2, kept: 2 })
  expect(await productsOf(gym)).toMatchObject([
    { name: 'Agua', quantity: 9 },
    { name: 'Café', quantity: 3 },
  ])
  expect((await movementsOf(gym)).at(-1)).toEqual({ name: 'Barra', quantity: -5, reason: 'void' })
  expect((await gym.admin.try('products.undo-import', { params })).status).toBe(404)
  // Restored it is there without what was counted.
  const { items } = await gym.admin.call('products.deleted')
  const barra = items.find(({ name }) => name === 'Barra')
  await gym.admin.call('products.restore', { params: { id_product: barra?.id ?? 0 } })
  expect(await productsOf(gym)).toMatchObject([{ name: 'Agua' }, { name: 'Barra', quantity: 0 }, { name: 'Café' }])
})

test('after a day it is too late', async () => {
  const gym = await makeGym(app)
  const { imported } = await bring(gym, 'Nombre\nAgua')
  app.clock.advance(24 * 3_600_000 + 1000)
  try {
    expect(await gym.admin.call('products.last-import')).toEqual({ last: null })
    const params = { id_import: imported?.id ?? 0 }
    expect((await gym.admin.try('products.undo-import', { params })).status).toBe(404)
  } finally {
    app.clock.reset()
  }
})

test('product import: changes since the preview refuse the write', async () => {
  const gym = await makeGym(app)
  const file = 'Nombre;Código\nAgua;A1\nCafé;A2'
  const { digest } = await show(gym, file)
  await makeProduct(gym, { name: 'Jugo', code: 'A1' })
  expect((await send(gym, file, { confirm: digest })).status).toBe(409)
  expect(await productsOf(gym)).toHaveLength(1)
})

async function rejectedReply({ admin }: TestGym, file: File) {
  const upload = uploadOf(file)
  const reply = await app.app.inject({
    method: 'POST',
    url: '/v1/products/import/rejected',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': upload?.type ?? '' },
    payload: upload?.content ?? '',
  })
  expect(reply.statusCode).toBe(200)
  return reply
}
const rejectedOf = async (gym: TestGym, file: File): Promise<Buffer> => (await rejectedReply(gym, file)).rawPayload

test('the rows to be mended come as an Excel file, which can be brought again', async () => {
  const gym = await makeGym(app)
  const reply = await rejectedReply(gym, 'Nombre;Precio\nAgua;caro\nCafé;50')
  expect(reply.headers['content-disposition']).toContain('Productos%20por%20corregir.xlsx')
  const { columns, rejected } = await show(gym, reply.rawPayload)
  expect(columns.map(({ heading }) => heading)).toEqual(['Nombre', 'Precio', 'Motivo', 'Fila en el archivo'])
  expect(rejected.first).toMatchObject([{ row: 2, name: 'Agua' }])
})

// Files of different hands.
const files: [string, () => File | Promise<File>, object, object[]][] = [
  [
    'the export of an old system: its own titles, negative stock, four decimals',
    () =>
      [
        'SISTEMA XPOS 4.2,,,,,',
        'LISTADO DE ARTICULOS,,,,,',
        '',
        'COD_ARTICULO,DESCRIPCION,DEPARTAMENTO,COSTO PROMEDIO,PRECIO 1,EXISTENCIA',
        '000123,AGUA PLANETA 16OZ,BEBIDAS,15.5000,35.0000,24.00',
        '000124,GATORADE 20OZ,BEBIDAS,58.3333,95.0000,-2.00',
        ',,,,TOTAL:,22.00',
      ].join('\r\n'),
    {
      ready: 2,
      rejected: { count: 0 },
      adjusted: { count: 1, first: [{ row: 6, reasons: ['Existencia: dice -2.00, y entra con 0'] }] },
    },
    [
      {
        name: 'AGUA PLANETA 16OZ',
        code: '000123',
        description: 'BEBIDAS',
        last_purchase_price: '15.50',
        sale_price: '35.00',
        quantity: 24,
      },
      { name: 'GATORADE 20OZ', sale_price: '95.00', quantity: 0 },
    ],
  ],
  [
    'a notebook in Excel: a title over merged cells, groups, subtotals',
    () =>
      sheet([
        ['INVENTARIO DEL GYM - NOVIEMBRE', null, null, null],
        [null, null, null, null],
        ['Producto', 'Cant.', 'Precio', 'Nota'],
        ['BEBIDAS', null, null, null],
        ['Agua', 24, 35, 'la nevera'],
        ['Subtotal', 24, null, null],
        ['SUPLEMENTOS', null, null, null],
        ['Creatina', 3, 1350, null],
        ['Total general', 27, null, null],
      ]),
    { ready: 2, rejected: { count: 2 } },
    [
      { name: 'Agua', quantity: 24, sale_price: '35.00', description: 'la nevera' },
      { name: 'Creatina', quantity: 3, sale_price: '1350.00' },
    ],
  ],
  [
    'semicolons, Windows-1252, decimals behind a comma',
    () => Buffer.from('Artículo;Precio venta;Precio compra;Stock\nCafé;1.250,50;800;12,00\nTé;1.100;750;5', 'latin1'),
    { ready: 2, columns: [{}, { reading: 'decimal-comma' }, { reading: null }, { reading: 'decimal-comma' }] },
    [
      { name: 'Café', sale_price: '1250.50', last_purchase_price: '800.00', quantity: 12 },
      { name: 'Té', sale_price: '1100.00', quantity: 5 },
    ],
  ],
  [
    'a web shop, in English, with tabs and UTF-16',
    () =>
      Buffer.from(
        '\ufeffHandle\tTitle\tVariant Price\tCost per item\tInventory quantity\nwhey-2lb\tWhey 2 lb\t2,450.00\t1,680.00\t6\n',
        'utf16le',
      ),
    { ready: 1 },
    [{ name: 'Whey 2 lb', code: 'whey-2lb', sale_price: '2450.00', last_purchase_price: '1680.00', quantity: 6 }],
  ],
  [
    'amounts as people write them',
    () => 'Nombre;Precio\nAgua;RD$ 35\nCafé;$50.-\nToalla;350 pesos\nBatido;225.00 DOP\nRegalo;-',
    { ready: 4, unpriced: 0, rejected: { count: 1 } },
    [{ sale_price: '35.00' }, { sale_price: '225.00' }, { sale_price: '50.00' }, { sale_price: '350.00' }],
  ],
  [
    'titles that nobody would guess',
    () => 'Cosa;Vale\nAgua;35',
    { ready: 0, refusal: 'Di qué columna es el nombre.' },
    [],
  ],
  [
    'our own list, as it is exported',
    async () => {
      const other = await makeGym(app)
      await bring(other, 'Nombre;Código;Precio;Costo;Stock;Mínimo;Unidad\nAgua;A1;35;15;24;6;Botella')
      const { gym } = other
      const reply = await app.app.inject({
        url: '/v1/products/export.xlsx',
        headers: { authorization: `Bearer ${other.admin.token}` },
      })
      expect([gym.id > 0, reply.statusCode]).toEqual([true, 200])
      return reply.rawPayload
    },
    { ready: 1 },
    [
      {
        name: 'Agua',
        code: 'A1',
        unit_of_measure: 'Botella',
        quantity: 24,
        min_quantity: 6,
        sale_price: '35.00',
        last_purchase_price: '15.00',
      },
    ],
  ],
]

test.each(files)('%s', async (_, make, answer, products) => {
  const gym = await makeGym(app)
  const file = await make()
  const shown = await show(gym, file)
  expect(shown).toMatchObject(answer)
  if (shown.ready > 0) await bring(gym, file)
  expect(await productsOf(gym)).toMatchObject(products)
})

test('two thousand rows, and the same once more', { tags: ['deep'] }, async () => {
  const gym = await makeGym(app)
  const lines = Array.from({ length: 2000 }, (_, at) => `Artículo ${at};C${at};${at + 1}.50;${at % 50}`)
  const file = ['Nombre;Código;Precio;Existencia', ...lines].join('\n')
  expect((await bring(gym, file)).imported).toMatchObject({ count: 2000 })
  const { total } = await gym.admin.call('products.list', { query: { size_page: 1 } })
  expect(total).toBe(2000)
  const [{ quantity, sale_price } = { quantity: 0, sale_price: '' }] = (
    await gym.admin.call('products.list', { query: { product_name: 'C1749' } })
  ).items
  expect([quantity, sale_price]).toEqual([49, '1750.50'])
  expect(await show(gym, file)).toMatchObject({ ready: 0, present: { count: 2000 } })
})

test('two servers that are told to write one file write it once', { tags: ['deep'] }, async () => {
  const gym = await makeGym(app)
  const second = await startSecondServer(app)
  const rows = Array.from({ length: 300 }, (_, at) => `Producto ${at};${at + 1};5`)
  const file = ['Nombre;Precio;Existencia', ...rows].join('\n')
  const { digest } = await show(gym, file)
  const payload = uploadOf(file, { filename: 'inventario.xlsx', fields: { confirm: digest } })
  const answers = await Promise.all(
    [app, second].map((server) => rawCall(server.app, gym.admin.token, 'products.import', { payload })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await productsOf(gym)).toHaveLength(300)
  expect(await movementsOf(gym)).toHaveLength(300)
  await second.close()
})

test('product import: rejected rows are written as they were read', async () => {
  const gym = await makeGym(app)
  const file = 'Nombre;Precio;Existencia\nAgua;12,50;4\nCafé;1.250;muchos'
  const rejected = await rejectedOf(gym, file)
  const { columns } = await show(gym, rejected)
  expect(columns.slice(0, 3).map(({ heading, samples }) => [heading, samples])).toEqual([
    ['Nombre', ['Café']],
    ['Precio', ['1250']],
    ['Existencia', ['muchos']],
  ])
})
