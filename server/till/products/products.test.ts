import type { Rejection } from '@torniquete/contract/shared/errors.ts'
import { expect, test } from 'vitest'
import { makeClient, makeGym, makeProduct, makeSale, unique } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()
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

test('products.create, .update: return every field, and ignore stock and last price', async () => {
  const body = { ...all, quantity: 99, last_purchase_price: '1.00' }
  const made = await gym.admin.call('products.create', { body })
  expect(made).toEqual({ id: made.id, ...all, quantity: 0, last_purchase_price: null })
  const params = { id_product: made.id }
  const change = Object.fromEntries(
    Object.entries(all).map(([key, value]) => [
      key,
      typeof value === 'number' ? 7 : value === '35.50' ? '36.00' : `${value}x`,
    ]),
  )
  const changed = await gym.admin.call('products.update', { params, body: { ...change, quantity: 5 } })
  expect(changed).toEqual({ ...made, ...change })
  const cleared = { description: null, min_quantity: '', sale_price: '', image_url: '', image_path: null, code: ' ' }
  expect(await gym.admin.call('products.update', { params, body: cleared })).toEqual({
    ...changed,
    description: null,
    min_quantity: null,
    sale_price: null,
    image_url: null,
    image_path: null,
    code: null,
  })
  expect(await gym.admin.call('products.update', { params, body: {} })).toMatchObject({ name: change.name })
})

test('products: the limits of each field', async () => {
  const refused = [
    { name: 'a'.repeat(51) },
    { name: ' ' },
    { description: 'a'.repeat(21) },
    { unit_of_measure: 'a'.repeat(21) },
    { unit_of_measure: '' },
    { min_quantity: 1.5 },
    { min_quantity: -1 },
    { sale_price: '1.005' },
    { sale_price: -1 },
    { code: 'a'.repeat(51) },
  ]
  for (const wrong of refused) {
    const reply = await gym.admin.try('products.create', { body: { ...all, code: null, ...wrong } })
    expect([reply.status, JSON.parse(reply.text).detail[0].loc[1]]).toEqual([422, Object.keys(wrong)[0]])
  }
  const longest = { name: 'a'.repeat(50), description: 'b'.repeat(20), unit_of_measure: 'c'.repeat(20) }
  expect(await gym.admin.call('products.create', { body: longest })).toMatchObject(longest)
})

test('products: a code is unique in the gym among those not deleted', async () => {
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

test('products.list: by name, paged, by words or code, without deleted ones', async () => {
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
  expect((await own.admin.try('products.delete', { params: { id_product: agua?.id ?? 0 } })).status).toBe(404)
  expect((await own.admin.call('sales.read', { params: { id: sale.id } })).sales_bill_items[0]?.product_name).toBe(
    'agua',
  )
  const refused = await own.admin.try('sales.create', {
    body: { id_client: (await makeClient(own)).id, items: [{ id_product: agua?.id, quantity: 1 }] },
  })
  expect(refused.status).toBe(404)
})

test('products.update: a sale meanwhile does not make an open form stale, an edit does', async () => {
  const product = await makeProduct(gym, { stock: 5 })
  const params = { id_product: product.id }
  const tag = String((await gym.admin.try('products.read', { params })).headers.etag)
  await makeSale(gym, [{ id_product: product.id, quantity: 1 }])
  const put = (headers: Record<string, string>) =>
    gym.admin.try('products.update', { params, headers, body: { description: 'x' } })
  expect((await put({ 'if-match': tag })).status).toBe(200)
  expect((await put({ 'if-match': tag })).status).toBe(412)
})

test('suppliers: return every field, check lengths and e-mail, hide deleted ones', async () => {
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
  for (const wrong of [{ name: 'a'.repeat(51) }, { phone_number: '1'.repeat(21) }, { email: 'x' }, { name: '' }])
    expect((await own.admin.try('suppliers.create', { body: { ...body, ...wrong } })).status).toBe(422)
  await own.admin.call('suppliers.create', { body: { name: 'Ábaco' } })
  expect((await own.admin.call('suppliers.list')).map(({ name }) => name)).toEqual(['Ábaco', body.name])
  await own.admin.call('suppliers.delete', { params })
  expect((await own.admin.try('suppliers.read', { params })).status).toBe(404)
  expect(await own.admin.call('suppliers.list')).toHaveLength(1)
})

test('products: read prices and quantities as people write them, or refuse in words', async () => {
  const created = async (fields: object) =>
    gym.admin.try('products.create', { body: { name: unique('Agua '), unit_of_measure: 'botella', ...fields } })
  for (const sale_price of ['1250', '1,250', '1,250.00', '$ 1,250.00', '1250,00', 1250])
    expect((await created({ sale_price })).answer, String(sale_price)).toMatchObject({ sale_price: '1250.00' })
  expect((await created({ min_quantity: '1,250' })).answer).toMatchObject({ min_quantity: 1250 })
  const told = async (fields: object) => {
    const { status, text } = await created(fields)
    expect(status, text).toBe(422)
    return JSON.parse(text).detail.map((each: Rejection) => `${each.loc.join('.')}: ${each.msg}`)
  }
  expect(await told({ sale_price: '1.250,00', min_quantity: '2.5' })).toEqual([
    'body.min_quantity: Debe ser un número entero',
    'body.sale_price: Debe ser un importe como 1250 o 1,250.00, con dos decimales como máximo',
  ])
  expect(await told({ sale_price: '-3', min_quantity: '746012345678' })).toEqual([
    'body.min_quantity: Debe ser como máximo 1,000,000,000',
    'body.sale_price: No puede ser negativo',
  ])
})
