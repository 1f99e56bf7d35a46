// Import of a product file: preview, write with stock, repeat and undo.
import type { ProductImportAnswer } from '@torniquete/contract/till/product-import.ts'
import { expect, test } from 'vitest'
import { queryAsOwner, runAsTableOwner } from '../../../testing/database-digest.ts'
import { makeGym, makeProduct, makePurchase, makeSale, type TestGym } from '../../../testing/factories.ts'
import { fiscalIdentity } from '../../../testing/fiscal-samples.ts'
import { makeWorkbook } from '../../../testing/make-workbook.ts'
import { makeMultipartBody, sendRawCall } from '../../../testing/raw-call.ts'
import { startSecondServer } from '../../../testing/second-server.ts'
import { startTestAppForFile } from '../../../testing/test-app.ts'

const app = await startTestAppForFile()

type File = string | Buffer
const send = ({ admin }: TestGym, file: File, fields: object = {}) =>
  sendRawCall(app.app, admin.token, 'products.import', {
    payload: makeMultipartBody(file, { filename: 'inventario.xlsx', fields }),
  })

async function show(gym: TestGym, file: File, fields: object = {}): Promise<ProductImportAnswer> {
  const { status, json, text } = await send(gym, file, fields)
  expect(status, text).toBe(200)
  return json as ProductImportAnswer
}

async function bring(gym: TestGym, file: File): Promise<ProductImportAnswer> {
  const { digest } = await show(gym, file)
  return show(gym, file, { confirm: digest })
}

const productsOf = async ({ admin }: TestGym) =>
  (await admin.call('products.list', { query: { size_page: 1000 } })).items

const movementsOf = ({ gym }: TestGym) =>
  runAsTableOwner(app, async (owner) => {
    const { rows } = await owner.query(
      `select p.name, m.quantity, m.reason from stock_movements m join products p on p.gym_id = m.gym_id and p.id = m.id_product
       where m.gym_id = $1 order by m.id`,
      [gym.id],
    )
    return rows
  })

test('product import: writes products and stock as previewed, and a repeat creates nothing', async () => {
  const gym = await makeGym(app)
  const rows = [
    ['Código', 'Artículo', 'Costo', 'Precio', 'Existencia'],
    ['7460000000011', 'Agua', '15.50', 'RD$ 35', '24'],
    ['', 'Toalla', '', '', '0'],
    ['', 'Té', '', 'caro', '3'],
  ]
  const file = await makeWorkbook({ name: 'Inventario', rows })
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
  // The cost of a purchase replaces the imported cost until the purchase is voided.
  const [agua] = await productsOf(gym)
  const { id } = await makePurchase(gym, [{ id_product: agua?.id ?? 0, quantity: 10, unit_price: '18.00' }])
  expect((await productsOf(gym))[0]).toMatchObject({ last_purchase_price: '18.00', quantity: 34 })
  await gym.admin.call('purchases.void', { params: { id }, body: { reason: 'Se equivocó' } })
  expect((await productsOf(gym))[0]).toMatchObject({ last_purchase_price: '15.50', quantity: 24 })
  const aged = "update product_imports set created_at = now() - interval '25 hours' where gym_id = $1"
  await queryAsOwner(app, aged, [gym.gym.id])
  const params = { id_import: imported?.id ?? 0 }
  expect((await gym.admin.try('products.undo-import', { params })).status).toBe(404)
})

test('product import: reads the tax class of gyms with a country only', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  await gym.admin.call('fiscal.set-settings', { body: fiscalIdentity })
  const file = 'Nombre;Precio;ITBIS\nAgua;35;16\nCafé;50;'
  await bring(gym, file)
  expect((await productsOf(gym)).map(({ tax_class }) => tax_class)).toEqual(['16', '18'])
  const shown = await show(other, file.replace('16', '5.34'))
  expect([shown.ready, shown.columns.map(({ field }) => field)]).toEqual([2, ['name', 'sale_price', null]])
})

test('product import: an undo within a day removes its products, except those used since', async () => {
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
  // The restored product has no stock, because the undo reversed its counted stock.
  const { items } = await gym.admin.call('products.deleted')
  const barra = items.find(({ name }) => name === 'Barra')
  await gym.admin.call('products.restore', { params: { id_product: barra?.id ?? 0 } })
  expect(await productsOf(gym)).toMatchObject([{ name: 'Agua' }, { name: 'Barra', quantity: 0 }, { name: 'Café' }])
})

test('product import: writing is refused if products changed since the preview', async () => {
  const gym = await makeGym(app)
  const file = 'Nombre;Código\nAgua;A1\nCafé;A2'
  const { digest } = await show(gym, file)
  await makeProduct(gym, { name: 'Jugo', code: 'A1' })
  expect((await send(gym, file, { confirm: digest })).status).toBe(409)
  expect(await productsOf(gym)).toHaveLength(1)
})

test('product import: rejected rows are returned as an Excel file, which can be imported again', async () => {
  const gym = await makeGym(app)
  const upload = makeMultipartBody('Nombre;Precio;Existencia\nAgua;12,50;4\nCafé;1.250;muchos')
  const reply = await app.app.inject({
    method: 'POST',
    url: '/v1/products/import/rejected',
    headers: { authorization: `Bearer ${gym.admin.token}`, 'content-type': upload?.type },
    payload: upload?.content,
  })
  expect(reply.headers['content-disposition']).toContain('Productos%20por%20corregir.xlsx')
  const { columns, rejected } = await show(gym, reply.rawPayload)
  expect(columns.map(({ heading, samples }) => [heading, samples[0]])).toEqual([
    ['Nombre', 'Café'],
    ['Precio', '1.250'],
    ['Existencia', 'muchos'],
    ['Motivo', expect.any(String)],
    ['Fila en el archivo', '3'],
  ])
  expect(rejected.first).toMatchObject([{ row: 2, name: 'Café' }])
})

test('product import: a file exported by an old system is imported correctly', async () => {
  const gym = await makeGym(app)
  const file = [
    'SISTEMA XPOS 4.2,,,,,',
    'LISTADO DE ARTICULOS,,,,,',
    '',
    'COD_ARTICULO,DESCRIPCION,DEPARTAMENTO,COSTO PROMEDIO,PRECIO 1,EXISTENCIA',
    '000123,AGUA PLANETA 16OZ,BEBIDAS,15.5000,35.0000,24.00',
    '000124,GATORADE 20OZ,BEBIDAS,58.3333,95.0000,-2.00',
    ',,,,TOTAL:,22.00',
  ].join('\r\n')
  expect(await show(gym, file)).toMatchObject({
    ready: 2,
    stocked: 1,
    rejected: { count: 0 },
    adjusted: { count: 1, first: [{ row: 6, reasons: ['Existencia: dice -2.00, y entra con 0'] }] },
  })
})

test('product import: another gym can import our own product export unchanged', async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  await makeProduct(other, { name: 'Agua', code: 'A1', stock: 24, min_quantity: 6, unit_of_measure: 'Botella' })
  const headers = { authorization: `Bearer ${other.admin.token}` }
  const { rawPayload } = await app.app.inject({ url: '/v1/products/export.xlsx', headers })
  expect(await bring(gym, rawPayload)).toMatchObject({ ready: 1 })
  const [{ id: _, ...agua } = { id: 0 }] = await productsOf(other)
  expect(await productsOf(gym)).toMatchObject([agua])
})

test('product import: a file written by two servers at once is written once', {
  tags: ['deep'],
}, async () => {
  const gym = await makeGym(app)
  const second = await startSecondServer(app)
  const rows = Array.from({ length: 30 }, (_, at) => `Producto ${at};${at + 1};5`)
  const file = ['Nombre;Precio;Existencia', ...rows].join('\n')
  const { digest } = await show(gym, file)
  const payload = makeMultipartBody(file, { filename: 'inventario.xlsx', fields: { confirm: digest } })
  const answers = await Promise.all(
    [app, second].map((server) => sendRawCall(server.app, gym.admin.token, 'products.import', { payload })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await productsOf(gym)).toHaveLength(30)
  expect(await movementsOf(gym)).toHaveLength(30)
  await second.close()
})
