// Existing clients in a file: offered, completed, and restored by undo.
import type { ClientImportAnswer } from '@torniquete/contract/members/client-import.ts'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { broughtClients } from '../../../testing/brought-clients.ts'
import { makeClient, makeGym, makePayment, makePlan, makeTermedPlan, type TestGym } from '../../../testing/factories.ts'
import { openTestApp } from '../../../testing/test-app.ts'
import { makeMerge } from '../../../testing/world.ts'

let gym: TestGym
const app = await openTestApp()
beforeEach(async () => {
  gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
})

const files = broughtClients(() => app, 'socios.csv')
const show = (file: string, fields: object = {}) => files.show(gym.admin, file, fields)
const bring = (file: string, fields: object = {}) => files.bring(gym.admin, file, fields)

const choose = (kinds: object, rows: object = {}) => ({ choices: JSON.stringify({ kinds, rows }) })
const completing = choose({ named: 'complete' })
const undo = ({ imported }: ClientImportAnswer) =>
  gym.admin.call('clients.undo-import', { params: { id_import: imported?.id ?? 0 } })
const clientsOf = async () => (await gym.admin.call('clients.list', { query: { size_page: 1000 } })).items
const cardOf = ({ id }: { id: number }) => gym.admin.call('clients.read', { params: { id_client: id } })

test('import: completes known clients if chosen, and the undo restores them', async () => {
  const ana = await makeClient(gym, { name: 'Ana Peña', phone_number: '8095550001', notes: 'Con llave' })
  const rosa = await makeClient(gym, { name: 'Rosa', id_zkteco: 15 })
  const plan = await makePlan(gym)
  const file = [
    'Nombre;Número;Teléfono;Correo;Nacimiento;Plan;Vence;Notas;Tarjeta',
    'ANA PENA;701;;ana@ejemplo.do;24/07/1990;;31/12/2030;otra;4711',
    'Rosa Mota;15;8295550002;;;;;;',
    `Luis;;8095550001;;;${plan.name};31/12/2030;;`,
  ].join('\n')
  // A number that differs says that Ana may be two, but nothing else does.
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { birth_date: '1990-07-24' } })
  const shown = await show(file)
  expect(shown).toMatchObject({ ready: 1, filled: 0, rejected: { count: 1 }, present: { count: 1 } })
  expect(shown.similar).toMatchObject({
    named: 1,
    other: 2,
    first: [
      {
        row: 2,
        kind: 'named',
        by: ['birth_date', 'name'],
        choice: 'skip',
        keeps: ['Número 2, no 701', 'Notas Con llave'],
      },
      { row: 3, kind: 'other', by: ['id_zkteco'], choice: 'skip', client: { name: 'Rosa' } },
      { row: 4, kind: 'other', by: ['phone_number'], choice: 'add', client: { name: 'Ana Peña' } },
    ],
  })
  const chosen = choose({ named: 'complete' }, { 3: 'complete' })
  const decided = await show(file, chosen)
  expect(decided).toMatchObject({ ready: 3, filled: 2, members: 2 })
  // A preview without choices does not confirm more.
  expect((await files.send(gym.admin, file, { ...chosen, confirm: shown.digest })).status).toBe(409)
  const act = await show(file, { ...chosen, confirm: decided.digest })
  expect(act.imported).toMatchObject({ count: 3 })
  expect(await cardOf(ana)).toMatchObject({
    name: 'Ana Peña',
    id_zkteco: ana.id_zkteco,
    email: 'ana@ejemplo.do',
    card_number: '4711',
    notes: 'Con llave',
    membership: { name: 'Membresía Importada', price: '0.00', expire_membership: '2031-01-01' },
  })
  expect(await cardOf(rosa)).toMatchObject({ name: 'Rosa', phone_number: '8295550002' })
  expect((await clientsOf()).map(({ name }) => name)).toEqual(['Luis', 'Rosa', 'Ana Peña'])

  // Twice the same file: nobody is there twice, and nothing is paid twice.
  expect(await show(file, chosen)).toMatchObject({ ready: 0, filled: 0 })
  expect(await show(file)).toMatchObject({ ready: 0, similar: { first: [] }, present: { count: 3 } })

  await gym.admin.call('clients.update', { params: { id_client: rosa.id }, body: { phone_number: '8495550003' } })
  expect(await undo(act)).toEqual({ deleted: 1, kept: 1, restored: 1 })
  expect(await cardOf(ana)).toMatchObject({
    email: null,
    card_number: null,
    birth_date: '1990-07-24',
    membership: null,
  })
  // Later edits stay.
  expect(await cardOf(rosa)).toMatchObject({ phone_number: '8495550003' })
  expect((await gym.admin.call('voids.list', { query: {} })).items).toMatchObject([
    { kind: 'payment', amount: '0.00', reason: 'Importación deshecha' },
  ])
  // Nothing is left of what the file said.
  expect(await show(file)).toMatchObject({ similar: { named: 1, other: 2 } })
})

test('import: each row of a person is a payment of its plan, undone with the import', async () => {
  const year = await makePlan(gym, { name: 'Anual', duration_days: 365 })
  const visits = await makePlan(gym, { name: '8 visitas', duration_days: 30 })
  await makeClient(gym, { name: 'Ana' })
  const lines = ['Ana', 'Luz'].flatMap((name) => [
    `${name};8 visitas;1/3/2032;30/3/2032`,
    `${name};Anual;1/1/2031;31/12/2031`,
    `${name};;1/1/2030;31/1/2030`,
  ])
  const file = ['Nombre;Plan;Inicio;Vence', ...lines].join('\n')
  const act = await bring(file, completing)
  expect(act).toMatchObject({ ready: 2, filled: 1, members: 2, similar: { repeated: 4 } })
  const paidBy = async (name: string) =>
    (await app.database.read({ gym: gym.gym.id, user: null }, (tx) =>
      tx.many(sql`
        select p.name, p.id_membership as plan, p.price, p.start_date as start, p.duration_days as days from membership_payments p
          join clients c on c.gym_id = p.gym_id and c.id = p.id_client
        where p.gym_id = ${gym.gym.id} and c.name = ${name} and p.voided_at is null order by p.start_date`),
    )) as object[]
  for (const name of ['Ana', 'Luz'])
    expect(await paidBy(name)).toMatchObject([
      { name: 'Membresía Importada', start: '2030-01-01', days: 31 },
      { plan: year.id, price: '0.00', start: '2031-01-01', days: 365 },
      { plan: visits.id, price: '0.00', start: '2032-03-01', days: 30 },
    ])
  expect(await show(file, completing)).toMatchObject({ ready: 0 })
  expect(await undo(act)).toEqual({ deleted: 1, kept: 0, restored: 1 })
  expect(await paidBy('Ana')).toEqual([])
  expect(await clientsOf()).toMatchObject([{ name: 'Ana', membership: null }])
})

test('undo of two imports: deletes clients of the first after undoing the second', async () => {
  const first = await bring('Nombre\nAna\nLuz')
  const second = await bring('Nombre;Teléfono;Vence\nAna;8095550001;31/12/2030', completing)
  expect(second).toMatchObject({ filled: 1, imported: { count: 1 } })
  expect(await undo(second)).toEqual({ deleted: 0, kept: 0, restored: 1 })
  expect(await undo(first)).toEqual({ deleted: 2, kept: 0 })
})

test.each(['a renewal', 'an entrance', 'a pause'])(
  'days by which somebody had %s since are not taken back',
  async (what) => {
    const plan = await makeTermedPlan(gym, { pause_days: 20 })
    const [ana, luz] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luz' })]
    const act = await bring(`Nombre;Plan;Vence\nAna;${plan.name};31/12/2030\nLuz;${plan.name};31/12/2030`, completing)
    const { paid_until } = await cardOf(ana)
    if (what === 'a renewal')
      await makePayment(gym, { id_client: ana.id, id_membership: plan.id, start_date: paid_until ?? '' })
    else if (what === 'an entrance') await gym.admin.call('attendances.create', { body: { id_client: ana.id } })
    else await gym.admin.call('pauses.create', { params: { id_client: ana.id }, body: { reason: 'Viaje' } })
    expect(await undo(act)).toEqual({ deleted: 0, kept: 1, restored: 1 })
    expect(await cardOf(ana)).toMatchObject({ membership: { name: plan.name } })
    expect(await cardOf(luz)).toMatchObject({ membership: null })
  },
)

test('days before a renewal that was sold ahead are paid by the file, and none twice', async () => {
  const plan = await makePlan(gym, { duration_days: 30 })
  const ana = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: ana.id, id_membership: plan.id, start_date: '2027-02-01' })
  const file = 'Nombre;Vence\nAna;15/02/2027'
  expect(await show(file)).toMatchObject({ similar: { named: 1 } })
  await bring(file, completing)
  const { items } = await gym.admin.call('payments.list', { query: {} })
  expect(items).toMatchObject([{ membership: { name: 'Membresía Importada', expire_membership: '2027-02-01' } }, {}])
  expect(await show(file, completing)).toMatchObject({ ready: 0 })
})

test('import: relatives with one phone are not completed by a group choice or two rows', async () => {
  const juan = await makeClient(gym, { name: 'Juan Pérez', phone_number: '8095550001' })
  const file = 'Nombre;Teléfono;Nacimiento\nPedro Pérez;8095550001;01/01/2001\nLuis Pérez;8095550001;01/01/2003'
  expect((await files.send(gym.admin, file, choose({ other: 'complete' }))).status).toBe(422)
  const shown = await bring(file, choose({}, { 2: 'complete', 3: 'complete' }))
  expect(shown.similar.first.map(({ choice }) => choice)).toEqual(['complete', 'add'])
  expect(await cardOf(juan)).toMatchObject({ birth_date: '2001-01-01' })
  expect((await clientsOf())[0]).toMatchObject({ name: 'Luis Pérez', birth_date: '2003-01-01' })
})

test('undo of an import: keeps completed clients who were merged or deleted', async () => {
  const keep = await makeClient(gym, { name: 'Ana María Peña' })
  const gone = await makeClient(gym, { name: 'Anita', phone_number: '8095550001' })
  const rosa = await makeClient(gym, { name: 'Rosa' })
  const file = 'Nombre;Teléfono;Vence\nAna Peña;8095550001;31/12/2030\nRosa;8095550002;'
  const act = await bring(file, choose({}, { 2: 'complete', 3: 'complete' }))
  await makeMerge(gym.admin, keep.id, gone.id)
  expect(await show(file)).toMatchObject({ ready: 0 })
  await gym.admin.call('clients.delete', { params: { id_client: rosa.id } })
  expect(await undo(act)).toEqual({ deleted: 0, kept: 2 })
})
