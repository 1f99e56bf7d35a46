// Existing clients in a file: offered, completed, and restored by undo.
import type { ClientImportAnswer } from '@torniquete/contract/members/client-import.ts'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { broughtClients } from '../../../testing/brought-clients.ts'
import { asOwner } from '../../../testing/digest.ts'
import { makeClient, makeGym, makePlan, type TestGym } from '../../../testing/factories.ts'
import { openTestApp } from '../../../testing/test-app.ts'

const app = await openTestApp()

const { send, show, bring } = broughtClients(() => app, 'socios.csv')

const clientsOf = async ({ admin }: TestGym) => (await admin.call('clients.list', { query: { size_page: 1000 } })).items

test('import: completes known clients if chosen, and the undo restores them', async () => {
  const other = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
  const ana = await makeClient(other, { name: 'Ana Peña', phone_number: '8095550001', notes: 'Con llave' })
  const rosa = await makeClient(other, { name: 'Rosa', id_zkteco: 15 })
  const plan = await makePlan(other)
  const file = [
    'Nombre;Número;Teléfono;Correo;Nacimiento;Plan;Vence;Notas;Tarjeta',
    'ANA PENA;701;;ana@ejemplo.do;24/07/1990;;31/12/2030;otra;4711',
    'Rosa Mota;15;8295550002;;;;;;',
    `Luis;;8095550001;;;${plan.name};31/12/2030;;`,
  ].join('\n')
  // A number that differs says that Ana may be two, but nothing else does.
  await other.admin.call('clients.update', { params: { id_client: ana.id }, body: { birth_date: '1990-07-24' } })
  const shown = await show(other.admin, file)
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
  const choices = JSON.stringify({ kinds: { named: 'complete' }, rows: { 3: 'complete' } })
  const decided = await show(other.admin, file, { choices })
  expect(decided).toMatchObject({ ready: 3, filled: 2, members: 2 })
  // A preview without choices does not confirm more.
  expect((await send(other.admin, file, { choices, confirm: shown.digest })).status).toBe(409)
  const { imported } = await show(other.admin, file, { choices, confirm: decided.digest })
  expect(imported).toMatchObject({ count: 3 })
  const cardOf = ({ id }: { id: number }) => other.admin.call('clients.read', { params: { id_client: id } })
  expect(await cardOf(ana)).toMatchObject({
    name: 'Ana Peña',
    id_zkteco: ana.id_zkteco,
    email: 'ana@ejemplo.do',
    card_number: '4711',
    notes: 'Con llave',
    membership: { name: 'Membresía Importada', price: '0.00', expire_membership: '2031-01-01' },
  })
  expect(await cardOf(rosa)).toMatchObject({ name: 'Rosa', phone_number: '8295550002' })
  expect((await clientsOf(other)).map(({ name }) => name)).toEqual(['Luis', 'Rosa', 'Ana Peña'])

  // Twice the same file: nobody is there twice, and nothing is paid twice.
  expect(await show(other.admin, file, { choices })).toMatchObject({ ready: 0, filled: 0 })
  expect(await show(other.admin, file)).toMatchObject({ ready: 0, similar: { first: [] }, present: { count: 3 } })

  await other.admin.call('clients.update', { params: { id_client: rosa.id }, body: { phone_number: '8495550003' } })
  const params = { id_import: imported?.id ?? 0 }
  expect(await other.admin.call('clients.undo-import', { params })).toEqual({ deleted: 1, kept: 1, restored: 1 })
  expect(await cardOf(ana)).toMatchObject({
    email: null,
    card_number: null,
    birth_date: '1990-07-24',
    membership: null,
  })
  // Later edits stay.
  expect(await cardOf(rosa)).toMatchObject({ phone_number: '8495550003' })
  expect((await other.admin.call('voids.list', { query: {} })).items).toMatchObject([
    { kind: 'payment', amount: '0.00', reason: 'Importación deshecha' },
  ])
  // Nothing is left of what the file said.
  expect(await show(other.admin, file)).toMatchObject({ similar: { named: 1, other: 2 } })
})

test('import: each row of a person is a payment of its plan, undone with the import', async () => {
  const gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
  const year = await makePlan(gym, { name: 'Anual', duration_days: 365 })
  const visits = await makePlan(gym, { name: '8 visitas', duration_days: 30 })
  await makeClient(gym, { name: 'Ana' })
  const lines = ['Ana', 'Luz'].flatMap((name) => [
    `${name};8 visitas;1/3/2032;30/3/2032`,
    `${name};Anual;1/1/2031;31/12/2031`,
    `${name};;1/1/2030;31/1/2030`,
  ])
  const file = ['Nombre;Plan;Inicio;Vence', ...lines].join('\n')
  const choices = JSON.stringify({ kinds: { named: 'complete' }, rows: {} })
  const act = await bring(gym.admin, file, { choices })
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
  expect(await show(gym.admin, file, { choices })).toMatchObject({ ready: 0 })
  expect(await gym.admin.call('clients.undo-import', { params: { id_import: act.imported?.id ?? 0 } })).toEqual({
    deleted: 1,
    kept: 0,
    restored: 1,
  })
  expect(await paidBy('Ana')).toEqual([])
  expect(await clientsOf(gym)).toMatchObject([{ name: 'Ana', membership: null }])
})

test('undo of two imports: deletes clients of the first after undoing the second', async () => {
  const other = await makeGym(app)
  const first = await bring(other.admin, 'Nombre\nAna\nLuz')
  const choices = JSON.stringify({ kinds: { named: 'complete' }, rows: {} })
  const second = await bring(other.admin, 'Nombre;Teléfono;Vence\nAna;8095550001;31/12/2030', { choices })
  expect(second).toMatchObject({ filled: 1, imported: { count: 1 } })
  const undo = ({ imported }: ClientImportAnswer) =>
    other.admin.call('clients.undo-import', { params: { id_import: imported?.id ?? 0 } })
  expect(await undo(second)).toEqual({ deleted: 0, kept: 0, restored: 1 })
  expect(await undo(first)).toEqual({ deleted: 2, kept: 0 })
})

test('import: an edit since the preview refuses the write', async () => {
  const other = await makeGym(app)
  const ana = await makeClient(other, { name: 'Ana' })
  const file = 'Nombre;Teléfono\nAna;8095550001'
  const choices = JSON.stringify({ kinds: { named: 'complete' }, rows: {} })
  const { digest } = await show(other.admin, file, { choices })
  await other.admin.call('clients.update', { params: { id_client: ana.id }, body: { notes: 'Con llave' } })
  expect((await send(other.admin, file, { choices, confirm: digest })).status).toBe(409)
  expect((await send(other.admin, file, { choices: '{"kinds":{"named":"forget"}}' })).status).toBe(422)
})

test('import: planner statistics know completed clients at once', async () => {
  const other = await makeGym(app)
  const analyzed = () =>
    asOwner(app, async (owner) => {
      const { rows } = await owner.query(
        "select reltuples::integer as rows from pg_class where oid = 'client_words'::regclass",
      )
      return rows[0].rows as number // its only column
    })
  const before = await analyzed()
  const lines = Array.from({ length: 400 }, (_, at) => `Nombre${at} Apellido${at}`)
  await bring(other.admin, ['Nombre', ...lines].join('\n'))
  await expect.poll(analyzed).toBeGreaterThan(Math.max(before, 0) + 700)
})
