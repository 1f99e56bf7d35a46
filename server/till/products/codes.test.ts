// Codes as readers send them: with or without the zeros at their beginning, in capitals or not.
import { expect, test } from 'vitest'
import { makeGym } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()
const gym = await makeGym(app)

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
])('the product of the code %s is found by what a reader sends', async (code, all) => {
  const { name } = await make('Agua', code)
  for (const sent of all) expect(await find(sent), sent).toEqual([name])
  expect(await find(code.slice(0, -1))).toEqual([])
})

test('codes that differ by zeros or capitals alone are taken, and told', async () => {
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
