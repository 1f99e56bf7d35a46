import { expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import {
  makeClient,
  makeGym,
  makePayment,
  makePlan,
  makeProduct,
  makeSale,
  type TestGym,
} from '../../testing/factories.ts'
import { readSignedXml, setElectronicDocumentStatus, switchToElectronicReceipts } from '../../testing/fiscal-samples.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { suspendRangesAfterRestore } from '../queries.ts'
import { annulUnsentCreditNotes } from './queries.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' })

async function openGym(): Promise<TestGym> {
  const gym = await makeGym(app)
  await switchToElectronicReceipts(gym.admin)
  return gym
}

const voidPayment = (gym: TestGym, id: number) =>
  gym.admin.call('payments.void', { params: { id }, body: { reason: 'Error', id_shift: null } })

const listAnnulled = (gym: TestGym) =>
  gym.rows(sql`select type, first, last from fiscal_annulments where gym_id = ${gym.gym.id}`)

test('voids: a document that was never sent is annulled without a credit note', async () => {
  const gym = await openGym()
  const { id, fiscal } = await makePayment(gym)
  const voided = await voidPayment(gym, id)
  expect(voided).toMatchObject({ fiscal: { ncf: fiscal?.ncf, status: 'annulled' }, fiscal_note: null })
  const sequence = Number(fiscal?.ncf.slice(3))
  expect(await listAnnulled(gym)).toEqual([{ type: 'E32', first: sequence, last: sequence }])
  expect(await gym.admin.call('fiscal-documents.counts')).toMatchObject({ waiting: 0, needs_person: 0 })
})

test('voids: a document that may have been sent gets a signed credit note with code 1', async () => {
  const gym = await openGym()
  const { id, fiscal } = await makePayment(gym)
  await setElectronicDocumentStatus(gym, fiscal?.ncf, { status: 'sent' })
  const { fiscal_note } = await voidPayment(gym, id)
  expect(fiscal_note).toMatchObject({ type: 'E34', status: 'signed', modifies: { ncf: fiscal?.ncf }, total: '1250.00' })
  const xml = await readSignedXml(gym.admin, fiscal_note?.ncf)
  expect(xml).toContain(`<NCFModificado>${fiscal?.ncf}</NCFModificado>`)
  expect(xml).toContain('<CodigoModificacion>1</CodigoModificacion><RazonModificacion>Error</RazonModificacion>')
  expect(await listAnnulled(gym)).toEqual([])
})

test('voids: single lines, and then the rest, get credit notes with code 3', async () => {
  const gym = await openGym()
  const product = await makeProduct(gym, { stock: 9, sale_price: '33.33' })
  const sale = await makeSale(gym, [{ id_product: product.id, quantity: 3, discount: 10 }])
  const body = { reason: 'Roto', id_shift: null }
  const first = await gym.admin.call('sales.void', {
    params: { id: sale.id },
    body: { ...body, lines: [{ line: 1, quantity: 2 }] },
  })
  const rest = await gym.admin.call('sales.void', { params: { id: sale.id }, body })
  expect([first.fiscal_note?.total, rest.fiscal_note?.total]).toEqual(['59.99', '30.00'])
  for (const [note, quantity] of [
    [first.fiscal_note, 2],
    [rest.fiscal_note, 1],
  ] as const) {
    const xml = await readSignedXml(gym.admin, note?.ncf)
    expect(xml).toContain('<CodigoModificacion>3<')
    expect(xml).toContain(`<CantidadItem>${quantity}</CantidadItem>`)
  }
  expect(rest.partial_voids?.[0]?.fiscal_note).toEqual(first.fiscal_note)
})

test('voids: each part of a ticket gets its own credit note with the lines of that part', async () => {
  const gym = await openGym()
  const [plan, product] = [await makePlan(gym), await makeProduct(gym, { stock: 5, sale_price: '118.00' })]
  const ticket = await gym.admin.call('tickets.create', {
    body: {
      id_client: (await makeClient(gym)).id,
      membership: { id_membership: plan.id, start_date: '2026-03-01' },
      items: [{ id_product: product.id, quantity: 1 }],
    },
  })
  const { fiscal_note } = await voidPayment(gym, ticket.payment.id)
  const xml = await readSignedXml(gym.admin, fiscal_note?.ncf)
  expect(xml).toContain(`<NombreItem>${plan.name}<`)
  expect(xml).not.toContain(`<NombreItem>${product.name}<`)
  expect(xml).toContain('<CodigoModificacion>3<')
})

test('voids: a rejected document gets no credit note, and its unused number is annulled', async () => {
  const gym = await openGym()
  for (const is_number_used of [true, false]) {
    const { id, fiscal } = await makePayment(gym)
    await setElectronicDocumentStatus(gym, fiscal?.ncf, { status: 'rejected', is_number_used })
    const { fiscal: after, fiscal_note } = await voidPayment(gym, id)
    expect([after?.status, fiscal_note]).toEqual([is_number_used ? 'rejected' : 'annulled', null])
    expect(await listAnnulled(gym)).toHaveLength(is_number_used ? 0 : 1)
  }
})

test('annulUnsentNotes: notes of a receipt that was rejected for good are reported as never used', async () => {
  const gym = await openGym()
  const { id, fiscal } = await makePayment(gym)
  await setElectronicDocumentStatus(gym, fiscal?.ncf, { status: 'sent' })
  const { fiscal_note } = await voidPayment(gym, id)
  await setElectronicDocumentStatus(gym, fiscal?.ncf, { status: 'rejected', is_number_used: true })
  const [rejected] = await gym.rows<{ id: number }>(sql`
    select id from electronic_receipts where gym_id = ${gym.gym.id} and ncf = ${fiscal?.ncf}`)
  await app.database.write({ gym: gym.gym.id, user: null }, (tx) =>
    annulUnsentCreditNotes(tx, gym.gym.id, rejected?.id ?? 0, new Date()),
  )
  const sequence = Number(fiscal_note?.ncf.slice(3))
  expect(await listAnnulled(gym)).toEqual([{ type: 'E34', first: sequence, last: sequence }])
  expect(await gym.admin.call('fiscal-documents.counts')).toMatchObject({ waiting: 0, needs_person: 0 })
})

test('voids: after a restore, a document that the archive has as unsent gets a credit note', async () => {
  const gym = await openGym()
  const { id } = await makePayment(gym)
  await app.database.write({ gym: gym.gym.id, user: null }, async (tx) => {
    await suspendRangesAfterRestore(tx, gym.gym.id, new Date().toISOString())
    await tx.run(sql`update fiscal_ranges set unconfirmed_since = null where gym_id = ${gym.gym.id}`)
  })
  expect((await voidPayment(gym, id)).fiscal_note?.type).toBe('E34')
})
