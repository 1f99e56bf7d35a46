// A file whose rows are of who is there, of two that are one name or one phone, and what became of them until it is undone.
import type { ClientImportAnswer } from '@torniquete/contract/members/client-import.ts'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { broughtClients } from '../../../testing/brought-clients.ts'
import { asOwner } from '../../../testing/digest.ts'
import { makeClient, makeGym, makePayment, makePlan, type TestGym } from '../../../testing/factories.ts'
import { openTestApp } from '../../../testing/test-app.ts'

let gym: TestGym
const app = await openTestApp()
beforeEach(async () => {
  gym = await makeGym(app, { timeZone: 'America/Santo_Domingo' })
})

const files = broughtClients(() => app, 'socios.csv')
const show = (file: string, fields: object = {}) => files.show(gym.admin, file, fields)
const bring = (file: string, fields: object = {}) => files.bring(gym.admin, file, fields)

const completing = { choices: JSON.stringify({ kinds: { named: 'complete' }, rows: {} }) }
const paramsOf = ({ imported }: ClientImportAnswer) => ({ params: { id_import: imported?.id ?? 0 } })
const undo = (act: ClientImportAnswer) => gym.admin.call('clients.undo-import', paramsOf(act))
const clientsOf = async () => (await gym.admin.call('clients.list', { query: { size_page: 1000 } })).items
const named = async (name: string) => {
  const client = (await clientsOf()).find((each) => each.name === name)
  if (!client) throw new Error(`nobody is called ${name}`)
  return client
}
const cardOf = ({ id }: { id: number }) => gym.admin.call('clients.read', { params: { id_client: id } })

async function merge(kept: { id: number }, gone: { id: number }): Promise<void> {
  const params = { id_client: kept.id, id_other: gone.id }
  const { digest } = await gym.admin.call('clients.compare', { params })
  await gym.admin.call('clients.merge', { params, body: { take: [], confirm: digest } })
}

test('undo of two imports: keeps a client edited between them', async () => {
  const first = await bring('Nombre\nAna\nLuz')
  const second = await bring('Nombre;Teléfono\nAna;8095550001', completing)
  const ana = await named('Ana')
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { phone_number: '8295559999' } })
  expect(await undo(second)).toEqual({ deleted: 0, kept: 1 })
  expect(await undo(first)).toEqual({ deleted: 1, kept: 1 })
  expect(await clientsOf()).toMatchObject([{ name: 'Ana', phone_number: '8295559999' }])
})

test.each(['a renewal', 'an entrance', 'a pause'])(
  'days by which somebody had %s since are not taken back',
  async (what) => {
    const plan = await makePlan(gym, { duration_days: 30 })
    await gym.admin.call('memberships.set-terms', {
      params: { id_membership: plan.id },
      body: { pause_days: 20, pause_times: null, visits: null, each_pass: false },
    })
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

test('two of one name in a file are two where they differ, and where it is said so', async () => {
  await makeClient(gym, { name: 'José Pérez' })
  const two = 'Nombre;Teléfono;Nacimiento\nJosé Pérez;8095550001;01/01/1960\nJosé Pérez;8095550002;02/02/1990'
  expect(await show(two, completing)).toMatchObject({ ready: 2, filled: 1, similar: { named: 2 } })
  const alike = 'Nombre;Teléfono\nJosé Pérez;8095550001\nJosé Pérez;8095550001'
  expect(await show(alike, completing)).toMatchObject({
    ready: 1,
    present: { first: [{ row: 3, reasons: ['Repite la fila 2'] }] },
  })
  const choices = JSON.stringify({ kinds: { named: 'complete' }, rows: { 3: 'add' } })
  expect(await show(alike, { choices })).toMatchObject({ ready: 2, filled: 1 })
  // Said so or not, who was brought is there.
  await bring(alike, { choices })
  expect(await show(alike, { choices })).toMatchObject({ ready: 0 })
})

test('import: relatives with one phone are not completed by a group choice or two rows', async () => {
  const juan = await makeClient(gym, { name: 'Juan Pérez', phone_number: '8095550001' })
  const file = 'Nombre;Teléfono;Nacimiento\nPedro Pérez;8095550001;01/01/2001\nLuis Pérez;8095550001;01/01/2003'
  const all = JSON.stringify({ kinds: { other: 'complete' }, rows: {} })
  expect((await files.send(gym.admin, file, { choices: all })).status).toBe(422)
  const choices = JSON.stringify({ kinds: {}, rows: { 2: 'complete', 3: 'complete' } })
  const shown = await bring(file, { choices })
  expect(shown.similar.first.map(({ choice }) => choice)).toEqual(['complete', 'add'])
  expect(await cardOf(juan)).toMatchObject({ birth_date: '2001-01-01' })
  expect(await named('Luis Pérez')).toMatchObject({ birth_date: '2003-01-01' })
})

test('import: finds merged clients by their former names', async () => {
  const ana = await makeClient(gym, { name: 'Ana María Peña', phone_number: '8295559999' })
  const anita = await makeClient(gym, { name: 'Anita', email: 'anita@ejemplo.do' })
  const file = 'Nombre;Teléfono;Correo;Notas\nAna Peña;8095550001;;\nDoña Ana;;anita@ejemplo.do;Con llave'
  const choices = JSON.stringify({ kinds: {}, rows: { 3: 'complete' } })
  const act = await bring(`${file}\nLuz;;;`, { choices })
  expect(act).toMatchObject({ ready: 3, filled: 1 })
  await merge(anita, await named('Ana Peña'))
  await merge(ana, anita)
  expect(await show(file)).toMatchObject({ ready: 0, rejected: { count: 0 } })
  // A merged client stays, and the answer says so.
  expect(await undo(act)).toEqual({ deleted: 1, kept: 2 })
})

test('undo of an import: keeps completed clients who were merged or deleted', async () => {
  const keep = await makeClient(gym, { name: 'Ana María Peña' })
  const gone = await makeClient(gym, { name: 'Anita', phone_number: '8095550001' })
  const rosa = await makeClient(gym, { name: 'Rosa' })
  const file = 'Nombre;Teléfono;Vence\nAna Peña;8095550001;31/12/2030\nRosa;8095550002;'
  const choices = JSON.stringify({ kinds: {}, rows: { 2: 'complete', 3: 'complete' } })
  const act = await bring(file, { choices })
  await merge(keep, gone)
  expect(await show(file)).toMatchObject({ ready: 0 })
  await gym.admin.call('clients.delete', { params: { id_client: rosa.id } })
  expect(await undo(act)).toEqual({ deleted: 0, kept: 2 })
})

test('undo of an import: keeps a completed client who absorbed another', async () => {
  const ana = await makeClient(gym, { name: 'Ana' })
  const anita = await makeClient(gym, { name: 'Anita' })
  const act = await bring('Nombre;Teléfono\nAna;8095550001', completing)
  await merge(ana, anita)
  expect(await undo(act)).toEqual({ deleted: 0, kept: 1 })
  expect(await cardOf(ana)).toMatchObject({ phone_number: '8095550001' })
})

test('undo of an import: keeps clients that a later import completed', async () => {
  const first = await bring('Nombre\nAna\nLuz')
  await bring('Nombre;Teléfono\nAna;8095550001', completing)
  expect(await undo(first)).toMatchObject({ deleted: 1, kept: 1 })
  expect(await clientsOf()).toMatchObject([{ name: 'Ana', phone_number: '8095550001' }])
})

test('import: stays written if planner statistics cannot be updated', async () => {
  await asOwner(app, (owner) =>
    owner.query(
      "create or replace function analyze_imported(what text) returns void language plpgsql as $$ begin raise exception 'canceling' using errcode = '57014'; end $$",
    ),
  )
  expect((await bring('Nombre\nAna\nLuz')).imported).toMatchObject({ count: 2 })
  expect(await clientsOf()).toHaveLength(2)
})

test('a server of before, which knows nothing of what was added, does not say that it is undone', async () => {
  await makeClient(gym, { name: 'Ana' })
  const { imported } = await bring('Nombre;Teléfono\nAna;8095550001', completing)
  const former = app.database.write({ gym: gym.gym.id, user: null }, (tx) =>
    tx.run(sql`update client_imports set undone_at = now() where gym_id = ${gym.gym.id} and id = ${imported?.id ?? 0}`),
  )
  await expect(former).rejects.toThrow()
  expect(await gym.admin.call('clients.last-import')).toMatchObject({ last: { id: imported?.id } })
})
