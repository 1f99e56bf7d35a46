import { expect, test } from 'vitest'
import { makeGym } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()

test('payment methods: unique names, order, hiding, and one visible default', async () => {
  const { admin } = await makeGym(app)
  const shown = async () =>
    (await admin.call('payment-kinds.list')).map(
      ({ name, is_hidden, is_default }) => `${is_default ? '*' : ''}${name}${is_hidden ? ' (oculta)' : ''}`,
    )
  const cheque = await admin.call('payment-kinds.create', { body: { name: 'Cheque', in_drawer: true } })
  const update = (body: object, id_kind = cheque.id) => admin.try('payment-kinds.update', { params: { id_kind }, body })
  expect((await admin.try('payment-kinds.create', { body: { name: 'CHÉQUE' } })).status).toBe(409)
  await update({ position: 1 })
  expect(await shown()).toEqual(['*Efectivo', 'Cheque', 'Tarjeta', 'Transferencia'])
  await update({ position: 1000 })
  expect(await shown()).toEqual(['*Efectivo', 'Tarjeta', 'Transferencia', 'Cheque'])
  await update({ is_hidden: true, name: 'Cheques' })
  expect(await shown()).toEqual(['*Efectivo', 'Tarjeta', 'Transferencia', 'Cheques (oculta)'])
  await update({ is_default: true })
  expect(await shown()).toEqual(['Efectivo', 'Tarjeta', 'Transferencia', '*Cheques'])
  const refused = await update({ is_hidden: true })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('elige otra antes')])
  expect((await update({ is_default: false })).status).toBe(422)
  expect((await update({ name: 'x' }, 987_654)).status).toBe(404)
  const { items } = await admin.call('history.list', { query: { entity: 'payment_kinds', id: cheque.id } })
  expect(items.length).toBeGreaterThan(2)
})

test('two who choose another default at once leave one', async () => {
  const { admin } = await makeGym(app)
  const kinds = await admin.call('payment-kinds.list')
  const replies = await Promise.all(
    kinds.map(({ id }) => admin.try('payment-kinds.update', { params: { id_kind: id }, body: { is_default: true } })),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await admin.call('payment-kinds.list')).filter(({ is_default }) => is_default)).toHaveLength(1)
})
