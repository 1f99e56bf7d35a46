import { expect, test } from 'vitest'
import { makeClient, makeGym, makeProduct, makeSale } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const all = {
  name: 'Agua Mineral',
  description: 'Botella 500 ml',
  unit_of_measure: 'Unidad',
  min_quantity: 6,
  sale_price: '35.50',
  image_url: '/v1/images/products/1_a.png?token=1-a',
  image_path: 'images/products/1_a.png',
  code: '7460001112223',
}

test('products.create, .update: return every field, and ignore stock and last purchase price', async () => {
  const body = { ...all, quantity: 99, last_purchase_price: '1.00' }
  const made = await gym.admin.call('products.create', { body })
  expect(made).toEqual({ id: made.id, ...all, quantity: 0, last_purchase_price: null })
  const params = { id_product: made.id }
  const change = { ...all, name: 'Otra', description: 'Lata', min_quantity: 7, sale_price: '36.00', code: 'x' }
  const changed = await gym.admin.call('products.update', { params, body: { ...change, quantity: 5 } })
  expect(changed).toEqual({ ...made, ...change })
  const cleared = { description: null, min_quantity: '', sale_price: '', image_url: '', image_path: null, code: ' ' }
  const nothing = Object.fromEntries(Object.keys(cleared).map((key) => [key, null]))
  expect(await gym.admin.call('products.update', { params, body: cleared })).toEqual({ ...changed, ...nothing })
  expect(await gym.admin.call('products.update', { params, body: {} })).toMatchObject({ name: change.name })
})

test('products: a code is unique in the gym, except for codes of deleted products', async () => {
  const first = await makeProduct(gym, { code: 'A1' })
  const again = await gym.admin.try('products.create', { body: { ...all, code: 'A1' } })
  expect([again.status, JSON.parse(again.text)]).toEqual([409, { detail: 'El código ya pertenece a otro producto.' }])
  const other = await makeProduct(gym)
  expect(
    (await gym.admin.try('products.update', { params: { id_product: other.id }, body: { code: 'A1' } })).status,
  ).toBe(409)
  await makeProduct(await makeGym(app), { code: 'A1' })
  await gym.admin.call('products.delete', { params: { id_product: first.id } })
  await makeProduct(gym, { code: 'A1' })
})

test('products.list: sorted by name, in pages, found by words or code, without deleted ones', async () => {
  const own = await makeGym(app)
  for (const name of ['Té frío', 'agua', 'Árnica gel', 'Barra de proteína'])
    await makeProduct(own, { name, code: name === 'agua' ? '123' : null, stock: 3 })
  const names = async (query: Record<string, string | number>) =>
    (await own.admin.call('products.list', { query })).items.map((item) => item.name)
  expect(await names({})).toEqual(['agua', 'Árnica gel', 'Barra de proteína', 'Té frío'])
  expect(await names({ page: 1, size_page: 3 })).toEqual(['Té frío'])
  expect(await names({ product_name: 'proteina barra' })).toEqual(['Barra de proteína'])
  expect(await names({ product_name: '123' })).toEqual(['agua'])
  expect(await names({ product_name: '12' })).toEqual([])
  const [agua] = (await own.admin.call('products.list')).items
  const sale = await makeSale(own, [{ id_product: agua?.id, quantity: 1 }])
  await own.admin.call('products.delete', { params: { id_product: agua?.id ?? 0 } })
  expect(await names({ product_name: 'agua' })).toEqual([])
  expect((await own.admin.call('sales.read', { params: { id: sale.id } })).sales_bill_items[0]?.product_name).toBe(
    'agua',
  )
  const body = { id_client: (await makeClient(own)).id, items: [{ id_product: agua?.id, quantity: 1 }] }
  expect((await own.admin.try('sales.create', { body })).status).toBe(404)
})

test('products.update: an edit makes an open form stale, a sale does not', async () => {
  const product = await makeProduct(gym, { stock: 5 })
  const params = { id_product: product.id }
  const tag = String((await gym.admin.try('products.read', { params })).headers.etag)
  await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
  const put = (headers: Record<string, string>) =>
    gym.admin.try('products.update', { params, headers, body: { description: 'x' } })
  expect((await put({ 'if-match': tag })).status).toBe(200)
  expect((await put({ 'if-match': tag })).status).toBe(412)
})

test('suppliers.create, .update: return every field, and the list hides deleted suppliers', async () => {
  const own = await makeGym(app)
  const body = { name: 'Distribuidora Ñandú', email: 'ventas@example.com', phone_number: '809-555-0101' }
  const made = await own.admin.call('suppliers.create', { body })
  expect(made).toEqual({ id: made.id, ...body })
  const params = { id_supplier: made.id }
  expect(await own.admin.call('suppliers.update', { params, body: { email: null, phone_number: '' } })).toEqual({
    ...made,
    email: null,
    phone_number: null,
  })
  await own.admin.call('suppliers.create', { body: { name: 'Ábaco' } })
  expect((await own.admin.call('suppliers.list')).map(({ name }) => name)).toEqual(['Ábaco', body.name])
  await own.admin.call('suppliers.delete', { params })
  expect(await own.admin.call('suppliers.list')).toHaveLength(1)
})

// Scanners send codes with or without leading zeros, in upper or lower case.
const make = (name: string, code: string) =>
  gym.admin.call('products.create', { body: { name, code, unit_of_measure: 'Unidad', sale_price: '40.00' } })
const find = async (product_name: string) =>
  (await gym.admin.call('products.list', { query: { product_name } })).items.map(({ name }) => name)

test.each([
  ['75678164125', ['75678164125', '075678164125', '0075678164125']],
  ['0012345678905', ['012345678905', '12345678905']],
  ['PRO-001x', ['pro-001X', 'PRO-001X']],
  ['ñANDÚ-1', ['ÑANDÚ-1', 'ñandú-1']],
  ['GYM-07/a', ['gym-07/A']],
])('products.list: finds the product with code %s by the text that a scanner sends', async (code, all) => {
  const { name } = await make('Agua', code)
  for (const sent of all) expect(await find(sent), sent).toEqual([name])
  expect(await find(code.slice(0, -1))).toEqual([])
})

test('products.create: warns of a code that differs only by leading zeros or case', async () => {
  const first = await make('Uno', '123')
  expect(first).not.toHaveProperty('similar_codes')
  const second = await make('Dos', '00123')
  expect(second.similar_codes).toEqual([{ id: first.id, name: 'Uno', code: '123' }])
  const params = { id_product: second.id }
  expect(await gym.admin.call('products.update', { params, body: { name: 'Dos más' } })).not.toHaveProperty(
    'similar_codes',
  )
  expect(await gym.admin.call('products.update', { params, body: { code: '0123' } })).toHaveProperty('similar_codes')
  expect(await gym.admin.call('products.read', { params })).not.toHaveProperty('similar_codes')
})
